import { randomBytes } from "node:crypto";
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import type { Services } from "../platform/services.server.ts";
import { productIndex } from "../shop/search/product-index.server.ts";
import sheetText from "./app.css?inline";
import sheetHref from "./app.css?url";
import { servicesContext } from "./services-context.ts";
import { failedAnswer } from "./web/forms/failed-action.server.ts";
import { isSignedIn } from "./web/guards.server.ts";
import { pageFragments } from "./web/page/fragments.server.ts";
import { lateScripts } from "./web/page/late-scripts.server.ts";
import { PageContext } from "./web/page/page-context.ts";
import { encodedLoaderData, renderPage, withLoaderData } from "./web/page/render-page.server.ts";
import { withShopManifest } from "./web/page/shop-manifest.server.ts";
import { hashedPolicy, sourceHash } from "./web/policy/hashed-policy.server.ts";
import { paymentSources } from "./web/policy/payment-policy.ts";
import { securityHeaders } from "./web/policy/security-headers.server.ts";
import { withHeadMetadata } from "./web/seo/head-metadata.server.ts";

// The server and the tests must use the context keys of this build.
export { failedAnswer, servicesContext };

/** Starts to load the product index before the first visitor; after a failure the first request tries again. */
export function preloadIndex(services: Services): void {
  void productIndex(services).catch(() => undefined);
}

/**
 * 80 KB, which are inserted into a guest's page last. The page of a signed-in user links to the sheet, which their
 * browser or the service worker has cached: it has half the bytes, and is compressed in a third of the time.
 */
const sheet = Buffer.from(sheetText);
const sheetHash = sourceHash(sheet.toString("latin1"));

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  const { online } = context.get(servicesContext).payments;
  const sources = paymentSources(new URL(request.url).pathname, online);
  for (const [name, value] of Object.entries(securityHeaders(nonce, sources))) headers.set(name, value);
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  if (request.method === "HEAD") return new Response(null, { status, headers });

  const page = import.meta.env.PROD ? withShopManifest(routerContext) : routerContext;
  const fragments = pageFragments();
  const sheetPlace = fragments.constant(sheet);
  // Vite reloads a linked sheet, not one that stands in the page.
  const isLinked = import.meta.env.DEV || isSignedIn(context);
  const styles = isLinked ? { href: sheetHref } : { text: sheetPlace };
  function protect(html: string): string {
    const rest = lateScripts(html, nonce);
    const policy = headers.get("Content-Security-Policy") ?? "";
    const hashed = hashedPolicy(rest, policy, new Map([[sheetPlace, sheetHash]]));
    headers.set("Content-Security-Policy", hashed.policy);
    return hashed.html;
  }
  const { serverHandoffStream, ...router } = page;
  const [rendered, loaderData] = await Promise.all([
    renderPage(
      <PageContext value={{ nonce, styles, fragments }}>
        <ServerRouter context={router} url={request.url} nonce={nonce} />
      </PageContext>,
      { nonce, report: (error) => logFailure(request, context, error) },
    ),
    serverHandoffStream ? encodedLoaderData(serverHandoffStream) : Buffer.alloc(0),
  ]);
  const data = fragments.constant(loaderData);
  // From here on one character per byte: everything searched for is ASCII, so nothing is decoded twice.
  const bytes = Buffer.from(withLoaderData(rendered, data, nonce)).toString("latin1");
  const { html, headers: more } = withHeadMetadata(bytes, context);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  const body = fragments.fill(import.meta.env.PROD ? protect(html) : html);
  // A body of known length is compressed as a whole.
  headers.set("Content-Length", String(body.length));
  return new Response(body, { status, headers });
}

const failures = new WeakMap<object, unknown>();

/** The error of a request by its context: the server answers 503 when the database is unavailable. */
export function failureOf(context: object): unknown {
  return failures.get(context);
}

/** Logs the error; the visitor sees the text of the screen's ErrorBoundary. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  failures.set(context, error);
  logFailure(request, context, error);
};

function logFailure(request: Request, context: Readonly<RouterContextProvider>, error: unknown): void {
  context
    .get(servicesContext)
    .log.error({ err: error, path: new URL(request.url).pathname }, "request failed");
}
