import { data } from "react-router";
import { adminOnly } from "../web/guards.server.ts";
import type { Route } from "./+types/gate";
import { NotFoundScreen } from "./parts/screen-head.tsx";

/** An address under /admin that nobody built. Only admins learn even that. */
export function loader({ request, context }: Route.LoaderArgs) {
  adminOnly(context, request);
  return data(null, { status: 404 });
}

/** A form that was sent to nowhere gets the same answer. */
export function action({ request, context }: Route.ActionArgs) {
  adminOnly(context, request);
  return data(null, { status: 404 });
}

export default function Gate() {
  return <NotFoundScreen />;
}
