import { signInFirst } from "../web/guards.server.ts";
import type { Route } from "./+types/checkout";

/** Needs a login (specification, Checkout). */
export function loader({ request }: Route.LoaderArgs) {
  throw signInFirst(request, "buy");
}
