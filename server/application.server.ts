import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import type { ViteDevServer } from "vite";
import type { servicesContext } from "../app/services-context.ts";
import { privateWhenCookies } from "../app/web/caching/private-response.ts";
import { isBusy, isUnstorable } from "../platform/database/database.server.ts";
import type { Services } from "../platform/services.server.ts";
import { addressPart, firstSegment, firstSegments } from "./application/address-part.ts";
import { compress } from "./compress.server.ts";
import { withFailedActions } from "./failed-actions.ts";
import { retryAfterResponse } from "./requests/retry-after.ts";

/** The React Router application. Never throws: errors are logged and answered with 500. */
export type Application = (request: Request) => Promise<Response>;

const builtApplication = pathToFileURL(resolve(import.meta.dirname, "../build/server/index.js")).href;

/** Imports the built application while PostgreSQL starts; it handles requests once the services exist. */
export function preloadApplication(): void {
  // Errors are reported when the application is loaded.
  import(builtApplication).catch(() => undefined);
}

/**
 * Starts to load the product index, which lists wait for. The build does this: a module that the server imports itself
 * is another copy, with its own product index.
 */
export async function preloadLists(services: Services): Promise<void> {
  try {
    preloadIndexOf(asBuild(await import(builtApplication)))(services);
  } catch (error) {
    services.log.debug({ err: error }, "the lists were not made ahead");
  }
}

/**
 * In: the services, the signal that the program stops, and Vite for development; without it build/ is used. Event
 * streams end with the signal. The context key of the services comes from the build, because importing the same file
 * here would create another key.
 */
export function loadApplication(
  services: Services,
  stopping: AbortSignal,
  vite?: ViteDevServer | undefined,
): Application {
  const load = async (): Promise<ServerBuild> =>
    vite
      ? asBuild(await vite.ssrLoadModule("virtual:react-router/server-build"))
      : asBuild(await import(builtApplication));
  const made = async () => {
    const build = await load();
    const handle = handlerOf(withFailedActions(build), vite ? "development" : "production");
    return { handle, servicesContext: keyOf(build), failure: failureOf(build) };
  };
  // Created once: a handler reads all routes before its first response.
  const stored = vite ? undefined : made();
  return async (request) => {
    try {
      const { handle, servicesContext, failure } = await (stored ?? made());
      const context = new RouterContextProvider();
      context.set(servicesContext, services);
      const answer = privateWhenCookies(await handle(request, context));
      if (answer.status === 500 && isBusy(failure(context))) return busy(request);
      if (answer.status === 500 && isUnstorable(failure(context))) return bad();
      return isEventStream(answer) ? withAbort(stopping, answer) : await compress(request, answer);
    } catch (error) {
      if (isBusy(error)) return busy(request);
      if (isUnstorable(error)) return bad();
      if (vite && error instanceof Error) vite.ssrFixStacktrace(error);
      services.log.error({ err: error, path: new URL(request.url).pathname }, "a request failed");
      return new Response("Something went wrong", {
        status: 500,
        headers: { "Content-Type": "text/plain; charset=utf-8" },
      });
    }
  };
}

/** Answers with the part of the application that an address can match; each part is created at its first request. */
function handlerOf(build: ServerBuild, mode: "development" | "production"): RequestHandler {
  const whole = createRequestHandler(build, mode);
  const parts = new Map<string, RequestHandler>();
  for (const segment of firstSegments(build)) {
    let part: RequestHandler | undefined;
    parts.set(segment, (...asked) => {
      part ??= createRequestHandler(addressPart(build, segment), mode);
      return part(...asked);
    });
  }
  return (request, context) => {
    const segment = firstSegment(new URL(request.url).pathname);
    return ((segment !== null && parts.get(segment)) || whole)(request, context);
  };
}

/** The database is unreachable or overloaded: the request may be retried. */
function busy(request: Request): Response {
  const { headers, body } = retryAfterResponse(request.headers.get("Accept"));
  return new Response(request.method === "HEAD" ? null : body, { status: 503, headers });
}

/** The request contained a text that cannot be stored, and no parser noticed (shop/text/storable.ts). */
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

function asBuild(module: object): ServerBuild {
  if ("entry" in module && "routes" in module && "assets" in module) return module as ServerBuild;
  throw new Error("build/server/index.js is not a server build");
}

function failureOf(build: ServerBuild): (context: object) => unknown {
  const entry: object = build.entry.module;
  if ("failureOf" in entry) return entry.failureOf as (context: object) => unknown;
  throw new Error("app/entry.server.tsx does not export failureOf");
}

function preloadIndexOf(build: ServerBuild): (services: Services) => void {
  const entry: object = build.entry.module;
  if ("preloadIndex" in entry) return entry.preloadIndex as (services: Services) => void;
  throw new Error("app/entry.server.tsx does not export preloadIndex");
}

function keyOf(build: ServerBuild): typeof servicesContext {
  const entry: object = build.entry.module;
  if ("servicesContext" in entry) return entry.servicesContext as typeof servicesContext;
  throw new Error("app/entry.server.tsx does not export servicesContext");
}
