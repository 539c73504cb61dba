import { can } from "../../shop/access/actor.ts";
import { readReviewPhoto } from "../../shop/reviews/photos.server.ts";
import type { PhotoSize } from "../../shop/reviews/reviews.ts";
import { actingStaff } from "../http/access/acting-staff.ts";
import { viewerOf } from "../http/guards.server.ts";
import { servicesContext } from "../services-context.ts";
import type { Route } from "./+types/review-photo";

const sizes: Record<string, PhotoSize> = { "small.webp": "small", "large.webp": "large" };

/**
 * GET and HEAD /review-photos/<id>/<small|large>.webp. Cacheable for an hour, so that it soon disappears everywhere
 * after its review is hidden or the photo removed. 404 for an unknown photo, and for one that the viewer may not see.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context);
  const size = sizes[params.file];
  const photo =
    size &&
    (await readReviewPhoto(context.get(servicesContext), {
      id: params.id,
      size,
      userId: viewer.kind === "guest" ? null : viewer.id,
      staff: can(actingStaff(viewer), "reviews.moderate"),
    }));
  const headers = { "X-Content-Type-Options": "nosniff" };
  if (!photo) {
    return new Response("Not found", {
      status: 404,
      headers: { ...headers, "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  }
  return new Response(request.method === "HEAD" ? null : new Uint8Array(photo.file), {
    headers: {
      ...headers,
      "Content-Type": "image/webp",
      "Content-Length": String(photo.file.length),
      "Cache-Control": photo.isPublic ? "public, max-age=3600" : "private, no-store",
    },
  });
}
