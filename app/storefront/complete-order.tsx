import { signInFirst } from "../web/guards.server.ts";
import type { Route } from "./+types/complete-order";

/** Needs a login (specification, Complete Your Order). */
export function loader({ request }: Route.LoaderArgs) {
  throw signInFirst(request, "buy");
}
