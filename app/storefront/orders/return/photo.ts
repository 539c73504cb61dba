import { can } from "../../../../shop/access/actor.ts";
import { readReturnPhoto } from "../../../../shop/returns/photos.server.ts";
import { actingStaff } from "../../../http/access/acting-staff.ts";
import { userOf } from "../../../http/guards.server.ts";
import { servicesContext } from "../../../services-context.ts";
import type { Route } from "./+types/photo";

/**
 * GET and HEAD /orders/<id>/return-photos/<key>.webp, for the order's customer and staff; the same 404 as for an
 * unknown order for everybody else. Not cached.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = userOf(context);
  const key = /^([0-9a-f]{32})\.webp$/.exec(params.file)?.[1] ?? "";
  const owner = can(actingStaff(viewer), "orders.view") ? undefined : viewer.id;
  const photo = await readReturnPhoto(context.get(servicesContext), params.id, key, owner);
  const headers = { "Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff" };
  if (!photo) {
    return new Response("Not found", {
      status: 404,
      headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
    });
  }
  const body = request.method === "HEAD" ? null : new Uint8Array(photo);
  return new Response(body, {
    headers: { ...headers, "Content-Type": "image/webp", "Content-Length": String(photo.length) },
  });
}
