import { signInFirst } from "../web/guards.server.ts";
import type { Route } from "./+types/gate";

/** Everything under /admin is for admins; nobody is one before accounts exist (specification, section 6). */
export function loader({ request }: Route.LoaderArgs) {
  throw signInFirst(request, "admin");
}

export const action = loader;
