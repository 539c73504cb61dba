/**
 * What Cashfree's checkout script needs beyond our own policy. Only for the checkout and the order's confirmation,
 * and only when the gateway's mode is sandbox or production: the local one is a page of ours.
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
  // The script opens the payment page in this tab by sending a form there, which leads on.
  "form-action": [
    "https://api.cashfree.com",
    "https://sandbox.cashfree.com",
    "https://payments.cashfree.com",
    "https://payments-test.cashfree.com",
  ],
};

/** In: the policy's directives ("script-src 'self'"). Out: the same, with Cashfree's addresses added where they belong. */
export function withCashfree(directives: readonly string[]): string[] {
  return directives.map((directive) => {
    const name = directive.split(" ", 1)[0] ?? "";
    return [directive, ...(cashfreeSources[name] ?? [])].join(" ");
  });
}

/**
 * Whether the page at this path opens Cashfree's checkout. In: the path, and the gateway's mode (undefined when money
 * is not taken online). A page that a script has moved to keeps the policy of the document it came in.
 */
export function usesCashfree(path: string, mode: "local" | "sandbox" | "production" | undefined): boolean {
  return mode !== undefined && mode !== "local" && /^\/(checkout|order-confirmation)(\/|$)/.test(path);
}
