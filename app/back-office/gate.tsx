import { href, Link } from "react-router";
import { EmptyState } from "../ui/empty-state.tsx";
import { adminOnly } from "../web/guards.server.ts";
import type { Route } from "./+types/gate";

/** Everything under /admin is for admins (specification, section 6). The back office itself is not built yet. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { name } = adminOnly(context, request);
  return { name };
}

export function action({ request, context }: Route.ActionArgs) {
  adminOnly(context, request);
  return null;
}

export default function Gate({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main">
      <title>Administrator · Campus Style</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        level={1}
        title="The back office opens with a later release"
        text={`You are signed in as ${loaderData.name}, Administrator.`}
      >
        <Link className="btn btn-primary" to={href("/")}>
          Back to the shop
        </Link>
      </EmptyState>
    </main>
  );
}
