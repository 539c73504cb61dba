import { existsSync } from "node:fs";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { servicesContext } from "../../app/services-context.ts";
import type { Services } from "../../platform/services.server.ts";
import { withFailedActions } from "../../server/failed-actions.ts";

const buildAddress = new URL("../../build/server/index.js", import.meta.url);

type Entry = ServerBuild["entry"]["module"] & {
  servicesContext: typeof servicesContext;
};

/** Sends a request `as` somebody to the built shop in this process. Redirects are not followed. */
export type Ask = (
  path: string,
  init?: RequestInit & { as?: { cookie: string } | undefined },
) => Promise<Response>;

/** In: a shop's services. Out: a function that sends requests to the built application with those services. */
export async function asking(services: Services): Promise<Ask> {
  if (!existsSync(buildAddress)) throw new Error("The shop is not built: run npm run build");
  const build: ServerBuild = await import(buildAddress.href);
  const entry = build.entry.module as Entry;
  const handler = createRequestHandler(withFailedActions(build), "production");
  return (path, { as, ...init } = {}) => {
    const context = new RouterContextProvider();
    // The build's own key: another import of the same file would be another key.
    context.set(entry.servicesContext, services);
    const request = new Request(new URL(path, "http://shop.test"), init);
    if (as) request.headers.set("Cookie", as.cookie);
    return handler(request, context);
  };
}

/** A form as a browser without scripts posts it from a page of this shop. */
export function posted(fields: Record<string, string>): RequestInit {
  return {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      Origin: "http://shop.test",
      Host: "shop.test",
    },
  };
}

const entities: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#x27": "'",
  "#39": "'",
  nbsp: " ",
};

/** The text that a visitor reads: the page without its tags, white space collapsed. */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style|noscript)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, " ");
}
