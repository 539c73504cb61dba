import { type ReactNode, useContext, useEffect } from "react";
import { Links, Outlet, Scripts } from "react-router";
import type { Route } from "./+types/root";
import sheet from "./app.css?url";
import { keepClosed } from "./http/closed/closed-shop.server.ts";
import { refuseCrossSiteRequests } from "./http/cross-site-requests.server.ts";
import { keepFailedForm } from "./http/forms/failed-submit.ts";
import { enforceGuards, knowViewer } from "./http/guards.server.ts";
import { documentWhenOffline } from "./http/offline/document-when-offline.ts";
import { AnnouncePage } from "./http/page/announce-page.tsx";
import { followOldAddress } from "./http/page/old-address.server.ts";
import { PageContext } from "./http/page/page-context.ts";
import { ScrollBack } from "./http/page/scroll-restoration.tsx";
import { flashToastMiddleware } from "./http/toast.server.ts";
import textFace from "./styles/fonts/anek-text.woff2?url";
import { ErrorPanel } from "./ui/failure.tsx";

export const middleware: Route.MiddlewareFunction[] = [
  refuseCrossSiteRequests,
  knowViewer,
  flashToastMiddleware,
  keepClosed,
  enforceGuards,
  followOldAddress,
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepFailedForm, documentWhenOffline];

export const links: Route.LinksFunction = () => [
  { rel: "preload", as: "font", type: "font/woff2", href: textFace, crossOrigin: "anonymous" },
];

export function Layout({ children }: { children: ReactNode }) {
  const { nonce } = useContext(PageContext);
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* Before it the server puts what depends on the brand (app/http/brand). */}
        <meta name="color-scheme" content="light dark" />
        {/* Linked files need no nonce; React Router would render the server's, which the browser's render does not have. */}
        <Links nonce="" />
        {/* With a precedence React writes it before the scripts. */}
        <link rel="stylesheet" href={sheet} precedence="default" />
      </head>
      <body>
        {children}
        <ScrollBack nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  useEffect(() => {
    document.documentElement.dataset.ready = "true";
  }, []);
  return (
    <>
      <Outlet />
      <AnnouncePage />
    </>
  );
}

/** Fallback when not even the layout could be rendered. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main">
      <title>Something went wrong</title>
      <ErrorPanel error={error} />
    </main>
  );
}
