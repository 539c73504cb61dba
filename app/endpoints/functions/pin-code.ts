import { cityAndStateOfPin } from "../../../shop/delivery/pin-codes.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/pin-code";

/** City and state of a PIN code. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const place = await cityAndStateOfPin(context.get(servicesContext), params.pin);
  if (!place) return Response.json({ error: "unknown" }, { status: 404 });
  return Response.json(place, { headers: { "Cache-Control": "public, max-age=86400" } });
}
