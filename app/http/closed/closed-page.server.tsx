import { randomBytes } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { href } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import { currentBrand } from "../../../shop/brand/brand.server.ts";
import { sendsMail } from "../../../shop/emails/sends-mail.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import type { Opening } from "../../../shop/settings/settings.ts";
import sheet from "../../app.css?url";
import { BrandLogo, type ShownBrand } from "../../parts/brand-mark.tsx";
import { Honeypot } from "../../parts/content/honeypot.tsx";
import { shownBrand, withBrandHead } from "../brand/shown-brand.server.ts";
import { securityHeaders } from "../policy/security-headers.server.ts";
import { closedHeader } from "./closed-header.ts";

/** The policy needs one; these pages have no scripts. */
const unusedNonce = () => randomBytes(16).toString("base64");

/** Search engines ask again after it. */
const retrySeconds = 3_600;

const headers = {
  "Retry-After": String(retrySeconds),
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex",
  [closedHeader]: "1",
};

/**
 * What visitors of a closed shop get, at every address: 503 with Retry-After. `asPage`: a page, else a line of text for
 * a program. The page is plain HTML without scripts, so that the storefront's scripts know nothing of it.
 */
export async function closedAnswer(
  services: Services,
  request: Request,
  opening: Opening,
  { asPage }: { asPage: boolean },
): Promise<Response> {
  const title = opening.wasOpen ? "We are closed for a while" : "Opening soon";
  const [{ shopName, contact }, brand] = await Promise.all([shopSettings(services), currentBrand(services)]);
  const text = { "Content-Type": "text/plain; charset=utf-8" };
  if (!asPage) return answer(request, `${shopName}: ${title}\n`, { ...headers, ...text });
  const page = renderToStaticMarkup(
    <ClosedPage
      shopName={shopName}
      brand={shownBrand(brand)}
      title={title}
      words={opening.text}
      ordersBefore={opening.wasOpen}
      email={contact.email}
      phone={contact.phone}
      newsletter={sendsMail(services.site)}
    />,
  );
  const html = { "Content-Type": "text/html; charset=utf-8" };
  return answer(request, `<!DOCTYPE html>${withBrandHead(page, brand)}`, {
    ...securityHeaders(unusedNonce()),
    ...headers,
    ...html,
  });
}

/** The page for a preview link that is over: 410. */
export async function previewOverAnswer(services: Services, request: Request): Promise<Response> {
  const [{ shopName }, brand] = await Promise.all([shopSettings(services), currentBrand(services)]);
  const words =
    "It was for a limited time, or was withdrawn. Please ask whoever sent it to you for another one.";
  const page = renderToStaticMarkup(
    <ClosedPage
      shopName={shopName}
      brand={shownBrand(brand)}
      title="This link no longer works"
      words={words}
    />,
  );
  return answer(
    request,
    `<!DOCTYPE html>${withBrandHead(page, brand)}`,
    {
      ...securityHeaders(unusedNonce()),
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
    410,
  );
}

function answer(request: Request, body: string, all: Record<string, string>, status = 503): Response {
  return new Response(request.method === "HEAD" ? null : body, { status, headers: all });
}

function ClosedPage({
  shopName,
  brand,
  title,
  words = null,
  ordersBefore = false,
  email = null,
  phone = null,
  newsletter = false,
}: {
  shopName: string;
  brand: ShownBrand | null;
  title: string;
  words?: string | null;
  /** Whether there may be orders to track. */
  ordersBefore?: boolean;
  email?: string | null;
  phone?: string | null;
  newsletter?: boolean;
}) {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${shopName}`}</title>
        <link rel="stylesheet" href={sheet} />
      </head>
      <body>
        <main id="main" className="closed-page wrap wrap-anywhere">
          <p className="muted">{brand?.logo ? <BrandLogo name={shopName} brand={brand} /> : shopName}</p>
          <h1>{title}</h1>
          {words && <p className="lead whitespace-pre-line">{words}</p>}
          {ordersBefore && (
            <p>
              <a className="btn btn-primary" href={href("/track/:id?")}>
                Track an order
              </a>{" "}
              <a className="btn btn-secondary" href={href("/orders")}>
                Your orders
              </a>
            </p>
          )}
          {newsletter && <Newsletter />}
          {(email || phone) && (
            <p className="muted">
              {email && (
                <a className="link" href={`mailto:${email}`}>
                  {email}
                </a>
              )}
              {email && phone && " · "}
              {phone && (
                <a className="link" href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
                  {phone}
                </a>
              )}
            </p>
          )}
          <p>
            <a className="link muted" href={href("/auth")}>
              Log in
            </a>
          </p>
        </main>
      </body>
    </html>
  );
}

/** The newsletter page answers it. */
function Newsletter() {
  return (
    <form className="stack" method="post" action={href("/newsletter")}>
      <Honeypot />
      <div className="field">
        <label htmlFor="closed-email">Email me when there is news</label>
        <input
          className="input"
          id="closed-email"
          name="email"
          type="email"
          autoComplete="email"
          placeholder="you@example.in"
          maxLength={254}
          required
        />
      </div>
      <button className="btn btn-primary btn-full" type="submit">
        Subscribe
      </button>
    </form>
  );
}
