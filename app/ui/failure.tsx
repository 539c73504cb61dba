import { isRouteErrorResponse, useLocation } from "react-router";
import { EmptyState } from "./empty-state.tsx";

/** Error page content. Never shows the error's own message, which is only logged. */
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
  // Undefined during server rendering.
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
      {/* A document link: works without scripts and requests the page again. */}
      <a className="btn btn-primary" href={pathname + search}>
        Try again
      </a>
    </EmptyState>
  );
}
