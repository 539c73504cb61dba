import { type ReactNode, useContext } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import type { Route } from "./+types/root";
import styles from "./app.css?url";
import textFace from "./styles/fonts/anek-text.woff2?url";
import wideFace from "./styles/fonts/anek-wide.woff2?url";
import { Failure } from "./ui/failure.tsx";
import { NonceContext } from "./web/nonce.ts";
import { ownFormsOnly } from "./web/own-forms.server.ts";

export const middleware: Route.MiddlewareFunction[] = [ownFormsOnly];

export const links: Route.LinksFunction = () => [
  ...[textFace, wideFace].map((href) => ({
    rel: "preload",
    as: "font",
    type: "font/woff2",
    href,
    crossOrigin: "anonymous" as const,
  })),
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.png", sizes: "96x96", type: "image/png" },
];

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#1d2a55" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#232f5e" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** The last resort, when not even the header could be drawn. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main">
      <title>Something went wrong · Campus Style</title>
      <Failure error={error} />
    </main>
  );
}
