/**
 * CSP sources of Cashfree's checkout script. Only for checkout and order confirmation, and only in the gateway's
 * modes sandbox and production: the local gateway is our own page.
 */
const cashfreeSources: Readonly<Record<string, readonly string[]>> = {
  "script-src": ["https://sdk.cashfree.com"],
  "frame-src": [
    "https://sdk.cashfree.com",
    "https://api.cashfree.com",
    "https://sandbox.cashfree.com",
    "https://payments.cashfree.com",
    "https://payments-test.cashfree.com",
  ],
  "connect-src": ["https://api.cashfree.com", "https://sandbox.cashfree.com"],
  // The script opens the payment page by submitting a form, which redirects.
  "form-action": [
    "https://api.cashfree.com",
    "https://sandbox.cashfree.com",
    "https://payments.cashfree.com",
    "https://payments-test.cashfree.com",
  ],
};

/** In: the policy's directives ("script-src 'self'"). Out: the same with Cashfree's sources added. */
export function withCashfree(directives: readonly string[]): string[] {
  return directives.map((directive) => {
    const name = directive.split(" ", 1)[0] ?? "";
    return [directive, ...(cashfreeSources[name] ?? [])].join(" ");
  });
}

/**
 * Whether the page at this path opens Cashfree's checkout. In: the path and the gateway's mode (undefined without
 * online payment). After client-side navigation the CSP of the first document still applies.
 */
export function usesCashfree(path: string, mode: "local" | "sandbox" | "production" | undefined): boolean {
  return mode !== undefined && mode !== "local" && /^\/(checkout|order-confirmation)(\/|$)/.test(path);
}
