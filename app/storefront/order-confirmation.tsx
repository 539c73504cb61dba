import { signInFirst } from "../web/guards.server.ts";
import type { Route } from "./+types/order-confirmation";

/** Needs a login (specification, Order confirmation). */
export function loader({ request }: Route.LoaderArgs) {
  throw signInFirst(request);
}
