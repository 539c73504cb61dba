import type { Services } from "../../platform/services.server.ts";
import { makeApplication } from "./built.server.ts";

/** Sends a request `as` somebody to the built shop in this process. Redirects are not followed. */
export type Ask = (
  path: string,
  init?: RequestInit & { as?: { cookie: string } | undefined },
) => Promise<Response>;

/** In: a shop's services. Out: a function that sends requests to the built application with those services. */
export async function asking(services: Services): Promise<Ask> {
  const application = makeApplication(services, new AbortController().signal);
  return (path, { as, ...init } = {}) => {
    const request = new Request(new URL(path, "http://shop.test"), init);
    if (as) request.headers.set("Cookie", as.cookie);
    return application(request);
  };
}

/** A form as a browser without scripts posts it from a page of this shop. */
export function posted(fields: Record<string, string> | [string, string][]): RequestInit {
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
