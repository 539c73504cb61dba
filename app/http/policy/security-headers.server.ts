import { withSources } from "./payment-policy.ts";

/**
 * Security headers of every page (SECURITY.md). In: the nonce of this response's scripts, and the sources that
 * the page needs besides our own, by directive. Inline scripts without the nonce do not run; of inline
 * styles only attributes are allowed.
 */
export function securityHeaders(
  nonce: string,
  sources: Readonly<Record<string, readonly string[]>> = {},
): Record<string, string> {
  const policy = [
    // For prefetched links, to which Firefox applies this directive; every other kind of resource has its own.
    "default-src 'self'",
    "object-src 'none'",
    "media-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src https://www.openstreetmap.org",
    "frame-ancestors 'none'",
    // The Google button is a form whose response redirects there.
    "form-action 'self' https://accounts.google.com",
    "base-uri 'none'",
  ];
  const page = import.meta.env.PROD ? policy : forReload(policy);
  return {
    "Content-Security-Policy": withSources(page, sources).join("; "),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
  };
}

/**
 * What `npm run dev` needs besides: Vite inserts style elements without a nonce, keeps a WebSocket, and asks from a
 * worker made from a blob whether a stopped server is back. In and out: the policy's directives.
 */
function forReload(policy: readonly string[]): string[] {
  return policy.map((directive) => {
    if (directive.startsWith("style-src ")) return "style-src 'self' 'unsafe-inline'";
    if (directive.startsWith("connect-src ")) return `${directive} ws:`;
    if (directive.startsWith("worker-src ")) return `${directive} blob:`;
    return directive;
  });
}
