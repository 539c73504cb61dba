import { drawnIcon, servedBrandPicture } from "../../shop/brand/brand-picture.server.ts";
import { brandSheetAt } from "../http/brand/brand-sheet.server.ts";
import { servicesContext } from "../services-context.ts";
import type { Route } from "./+types/brand";

const forEver = "public, max-age=31536000, immutable";

/**
 * GET /media/brand/<colours, typeface, pattern>.<version>.css: the style sheet of the shop's brand. GET
 * /media/brand/<picture>-<size>.png: its logo and icons, always as PNG. Nothing at an address ever changes; 404 for any
 * other, 503 while too many are drawn.
 */
export async function loader({ request, params: { file }, context }: Route.LoaderArgs): Promise<Response> {
  const headers = { "X-Content-Type-Options": "nosniff", "Cache-Control": forEver };
  const sheet = brandSheetAt(file);
  if (sheet) {
    return new Response(sheet.css, {
      headers: {
        ...headers,
        "Content-Type": "text/css; charset=utf-8",
        // While servers are restarted one after another, the page may come from another build.
        ...(!sheet.isCurrent && { "Cache-Control": "no-store" }),
      },
    });
  }
  const picture = (await drawnIcon(file)) ?? (await servedBrandPicture(context.get(servicesContext), file));
  if (picture === "busy") return refuse(503, "Too many pictures are being drawn.", { "Retry-After": "5" });
  if (!picture) return refuse(404, "Not found");
  const body = request.method === "HEAD" ? null : new Uint8Array(picture);
  return new Response(body, {
    headers: {
      ...headers,
      "Content-Type": "image/png",
      "Content-Length": String(picture.length),
      // Emails are read on other sites and in sandboxed frames.
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}

function refuse(status: number, text: string, more: Record<string, string> = {}): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", ...more };
  return new Response(text, { status, headers });
}
