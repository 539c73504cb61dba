import { isRouteErrorResponse, useLocation } from "react-router";
import { EmptyState } from "./empty-state.tsx";

/** What a visitor reads when a screen could not be made. Never shows an error's own text: that is for the log. */
export function ErrorPanel({
  error,
  title = "Something went wrong",
  text = "It is not you, it is us. Please try again in a moment.",
}: {
  error: unknown;
  title?: string;
  text?: string;
}) {
  const { pathname, search } = useLocation();
  // Undefined on the server, where nobody is offline.
  const offline = globalThis.navigator?.onLine === false;
  const busy = isRouteErrorResponse(error) && error.status === 503;
  return (
    <EmptyState
      tone="wrong"
      level={1}
      title={offline ? "You are offline" : busy ? "We are very busy right now" : title}
      text={
        offline
          ? "Please check your internet connection and try again."
          : busy
            ? "Please try again in a minute. Nothing you did is lost."
            : text
      }
    >
      {/* A plain link: works without scripts, and asks the server once more. */}
      <a className="btn btn-primary" href={pathname + search}>
        Try again
      </a>
    </EmptyState>
  );
}
