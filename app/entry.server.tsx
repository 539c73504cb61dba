import { randomBytes } from "node:crypto";
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { brandOf, withBrandHead } from "./http/brand/shown-brand.server.ts";
import { pageFragments } from "./http/fragments/fragments.server.ts";
import { FragmentContext } from "./http/fragments/fragments.ts";
import { PageContext } from "./http/page/page-context.ts";
import { renderPage } from "./http/page/render-page.server.ts";
import { scriptsLast } from "./http/page/scripts-last.ts";
import { hashedPolicy } from "./http/policy/hashed-policy.server.ts";
import { paymentSources } from "./http/policy/payment-policy.ts";
import { securityHeaders } from "./http/policy/security-headers.server.ts";
import { withHeadMetadata } from "./http/seo/head-metadata.server.ts";
import { servicesContext } from "./services-context.ts";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  const { payments, site } = context.get(servicesContext);
  const sources = paymentSources(new URL(request.url).pathname, payments.online);
  for (const [name, value] of Object.entries(securityHeaders(nonce, sources))) headers.set(name, value);
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  if (request.method === "HEAD") return new Response(null, { status, headers });

  // Tests, which write to the database directly, check that no fragment shows what was there before.
  const fragments = pageFragments({ check: !site.inMemory });
  const rendered = await renderPage(
    <PageContext value={{ nonce }}>
      <FragmentContext value={fragments}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </FragmentContext>
    </PageContext>,
    { nonce, report: (error) => logFailure(request, context, error) },
  );
  const brand = await brandOf({ request, context });
  const page = withHeadMetadata(withBrandHead(scriptsLast(rendered), brand), context);
  for (const [name, value] of Object.entries(page.headers)) headers.set(name, value);
  const hashed = hashedPolicy(page.html, headers.get("Content-Security-Policy") ?? "");
  headers.set("Content-Security-Policy", hashed.policy);
  const body = fragments.fill(hashed.html);
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
