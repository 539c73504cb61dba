import { Link } from "react-router";
import { EmptyState } from "../../ui/empty-state.tsx";

/** For an address under /admin that nobody built, and for an id that nothing has. */
export function NotHere() {
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
