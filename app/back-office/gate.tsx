import { data, Link } from "react-router";
import { EmptyState } from "../ui/empty-state.tsx";
import { adminOnly } from "../web/guards.server.ts";
import type { Route } from "./+types/gate";

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
  return (
    <>
      <title>Page not found · Back office</title>
      <EmptyState level={1} title="Page not found" text="The back office has no such page.">
        <Link className="btn btn-primary" to="/admin">
          To the dashboard
        </Link>
      </EmptyState>
    </>
  );
}
