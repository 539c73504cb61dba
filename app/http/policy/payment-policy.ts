import type { OnlinePayments } from "../../../platform/payments/payments.server.ts";

/**
 * What a page must allow besides our own sources. In: its path, and the provider of new payments. Only checkout, order
 * confirmation, payment links and tracking open a payment page. After client-side navigation the CSP of the first
 * document still applies.
 */
export function paymentSources(
  path: string,
  online: Pick<OnlinePayments, "browserSources"> | undefined,
): OnlinePayments["browserSources"] {
  return online && /^\/(checkout|order-confirmation|pay|track)(\/|$)/.test(path) ? online.browserSources : {};
}

/** In: the policy's directives ("script-src 'self'"). Out: the same with these sources added. */
export function withSources(
  directives: readonly string[],
  sources: OnlinePayments["browserSources"],
): string[] {
  return directives.map((directive) => {
    const [name = ""] = directive.split(" ", 1);
    return [directive, ...(sources[name] ?? [])].join(" ");
  });
}
