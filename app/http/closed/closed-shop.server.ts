import {
  createContext,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirectDocument,
} from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import { shopOpening } from "../../../shop/settings/opening.server.ts";
import { previewOf } from "../../../shop/settings/preview-links.server.ts";
import { servicesContext } from "../../services-context.ts";
import { guardOf } from "../access/guard-table.ts";
import { isDataRequest } from "../data-request.ts";
import { knownViewer } from "../guards.server.ts";
import { originOf } from "../origin.server.ts";
import { invalidateSettingsOnChange } from "../settings-cache.server.ts";
import { closedAnswer } from "./closed-page.server.tsx";
import { readPreviewCookie } from "./preview-cookie.server.ts";

/** How a closed shop looks to the viewer: as to a visitor, to staff, or to a friend with a preview link. */
export type SeenClosed = "visitor" | "staff" | "preview";

const seenContext = createContext<SeenClosed | null>(null);

/** How the viewer sees a closed shop; null while it is open. */
export function seenClosed(context: Readonly<RouterContextProvider>): SeenClosed | null {
  return context.get(seenContext);
}

/**
 * Answers visitors of a closed shop, after the viewer is known and before the guards. The guard table says which
 * addresses they reach all the same (`whenClosed`). What staff and friends see is never stored by shared caches.
 */
export const keepClosed: MiddlewareFunction<Response> = async ({ request, url, context, pattern }, next) => {
  const whenClosed = guardOf(pattern)?.whenClosed;
  if (whenClosed === "everybody") return next();
  const services = context.get(servicesContext);
  invalidateSettingsOnChange(services);
  const opening = await shopOpening(services);
  if (opening.isOpen) return next();
  const seen = await seenBy(services, request, context, pattern);
  context.set(seenContext, seen);
  const isStaffRoute = guardOf(pattern)?.who === "staff";
  if (seen === "visitor" && !isStaffRoute && whenClosed !== "visitors") {
    // A tab that was open when the shop closed: its next page is a document again.
    if (isDataRequest(request, url)) return redirectDocument(url.pathname + url.search, 303);
    return closedAnswer(services, request, opening, { asPage: isScreen(pattern) });
  }
  const answer = await next();
  const headers = new Headers(answer.headers);
  headers.set("Cache-Control", "private, no-store");
  headers.delete("CDN-Cache-Control");
  headers.set("X-Robots-Tag", "noindex");
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
};

async function seenBy(
  services: Services,
  request: Request,
  context: Readonly<RouterContextProvider>,
  pattern: string,
): Promise<SeenClosed> {
  const viewer = await knownViewer({ request, context }, pattern);
  if (viewer.kind === "customer" && viewer.permissions.size > 0) return "staff";
  const https = originOf(services.site, request).startsWith("https:");
  const token = readPreviewCookie(request, https);
  if (token === "") return "visitor";
  return previewOf(services, await shopOpening(services), token) ? "preview" : "visitor";
}

/** Whether people open it: the other addresses are for programs, which get a line of text. */
function isScreen(pattern: string): boolean {
  return !/^\/?(functions|feeds|media|sitemap|sitemaps)\b/.test(pattern);
}
