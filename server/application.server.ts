import * as build from "virtual:react-router/server-build";
import { RouterContextProvider, type ServerBuild } from "react-router";
import { failureOf } from "../app/entry.server.tsx";
import { privateWhenCookies } from "../app/http/caching/private-response.ts";
import { servicesContext } from "../app/services-context.ts";
import { isBusy, isUnstorable } from "../platform/database/database.server.ts";
import type { Services } from "../platform/services.server.ts";
import { compress } from "./compress.server.ts";
import { withFailedActions } from "./failed-actions.ts";
import { retryAfterResponse } from "./requests/retry-after.ts";
import { handlerBySegment } from "./routes-by-segment.ts";

/** The React Router application. Never throws: errors are logged and answered with 500. */
export type Application = (request: Request) => Promise<Response>;

// The generated types of the routes write optional fields differently than ServerBuild (exactOptionalPropertyTypes).
const handle = handlerBySegment(withFailedActions(build as ServerBuild), import.meta.env.MODE);

/**
 * Vite builds this module and everything it imports (`virtual:react-router/server-build` are the routes), so it is
 * imported dynamically, in the bundle only. In: the services, and the signal that the program stops,
 * with which event streams end.
 */
export function makeApplication(services: Services, stopping: AbortSignal): Application {
  return async (request) => {
    try {
      const context = new RouterContextProvider();
      context.set(servicesContext, services);
      const answer = privateWhenCookies(await handle(request, context));
      if (answer.status === 500 && isBusy(failureOf(context))) return busy(request);
      if (answer.status === 500 && isUnstorable(failureOf(context))) return bad();
      return isEventStream(answer) ? withAbort(stopping, answer) : await compress(request, answer);
    } catch (error) {
      if (isBusy(error)) return busy(request);
      if (isUnstorable(error)) return bad();
      services.log.error({ err: error, path: new URL(request.url).pathname }, "a request failed");
      return new Response("Something went wrong", {
        status: 500,
        headers: { "Content-Type": "text/plain; charset=utf-8" },
      });
    }
  };
}

/** The database is unreachable or overloaded: the request may be retried. */
function busy(request: Request): Response {
  const { headers, body } = retryAfterResponse(request.headers.get("Accept"), request.method === "POST");
  return new Response(request.method === "HEAD" ? null : body, { status: 503, headers });
}

/** The request contained a text that cannot be stored, and no parser noticed (platform/text/storable.ts). */
function bad(): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  return new Response("Bad request", { status: 400, headers });
}

function isEventStream(answer: Response): boolean {
  return answer.headers.get("Content-Type")?.startsWith("text/event-stream") ?? false;
}

function withAbort(signal: AbortSignal, { body, status, headers }: Response): Response {
  return new Response(body?.pipeThrough(new TransformStream(), { signal }) ?? null, { status, headers });
}
