import { type MediaFormat, mediaFormats } from "../../shop/catalogue/picture-address.ts";
import { servedPicture } from "../../shop/catalogue/pictures/served-picture.server.ts";
import { servicesContext } from "../services-context.ts";
import type { Route } from "./+types/media";

const types: Record<MediaFormat, string> = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" };

/**
 * GET and HEAD /media/<key>/<width>.<avif|webp|jpg>. The key is the content's hash, so an answer never changes and
 * may be cached for ever. 404 for any key, width or format that is not served.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const [, width, extension] = /^([1-9]\d{1,4})\.([a-z]{3,4})$/.exec(params.file) ?? [];
  const format = mediaFormats.find((each) => each === extension);
  const picture =
    format && (await servedPicture(context.get(servicesContext), params.key, Number(width), format));
  if (!picture) {
    return new Response("Not found", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  }
  const headers = {
    "Content-Type": types[format],
    "Cache-Control": "public, max-age=31536000, immutable",
    ETag: `"${params.key}-${params.file}"`,
    "X-Content-Type-Options": "nosniff",
  };
  const known = request.headers
    .get("If-None-Match")
    ?.split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""));
  if (known?.includes(headers.ETag) || known?.includes("*"))
    return new Response(null, { status: 304, headers });
  const body = request.method === "HEAD" ? null : new Uint8Array(picture);
  return new Response(body, { headers: { ...headers, "Content-Length": String(picture.length) } });
}
