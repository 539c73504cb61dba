import type { Config } from "../../platform/config.server.ts";

const transportSecurity = ["Strict-Transport-Security", "max-age=31536000; includeSubDomains"] as const;

/** Strict-Transport-Security for a year, when the shop is live and on https; else none. */
export function stayEncrypted({
  mode,
  publicUrl,
}: Pick<Config, "mode" | "publicUrl">): readonly (readonly [string, string])[] {
  return mode === "live" && publicUrl?.startsWith("https:") ? [transportSecurity] : [];
}

/**
 * Security headers of every response. Pages replace the policy with a stricter one
 * (app/http/policy/security-headers.server.ts). This one forbids scripts and frames and allows browsers to show a PDF.
 */
export function safeHeaders(
  config: Pick<Config, "mode" | "publicUrl">,
): readonly (readonly [string, string])[] {
  return [
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    [
      "Content-Security-Policy",
      "script-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ],
    ["X-Frame-Options", "DENY"],
    ...stayEncrypted(config),
  ];
}
