import { shareLook } from "../../../shop/brand/brand-picture.server.ts";
import { sharePicture } from "../../../shop/catalogue/feeds/share-picture.server.ts";
import { productPage } from "../../../shop/catalogue/product.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/share-picture";

const nosniff = { "X-Content-Type-Options": "nosniff" };

/** GET /media/og/<product>.jpg: the preview picture of a shared link. 404 for an unknown product, 503 when busy. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const services = context.get(servicesContext);
  const [, slug] = /^([a-z0-9-]{1,120})\.jpg$/.exec(params.file) ?? [];
  const product = slug === undefined ? null : await productPage(services, slug);
  if (!product) return refuse(404, "Not found");
  const { shopName } = await shopSettings(services);
  const picture = await sharePicture(services, product, shopName, await shareLook(services));
  if (picture === "busy") return refuse(503, "Too many pictures are being drawn.");
  const headers = {
    ...nosniff,
    "Content-Type": "image/jpeg",
    "Cache-Control": "public, max-age=3600",
    ETag: `"${picture.tag}"`,
    // Link previews embed it from other origins.
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
  if (request.headers.get("If-None-Match")?.includes(headers.ETag))
    return new Response(null, { status: 304, headers });
  const body = request.method === "HEAD" ? null : new Uint8Array(picture.bytes);
  return new Response(body, { headers: { ...headers, "Content-Length": String(picture.bytes.length) } });
}

function refuse(status: 404 | 503, words: string): Response {
  return new Response(words, {
    status,
    headers: {
      ...nosniff,
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      ...(status === 503 && { "Retry-After": "5" }),
    },
  });
}
