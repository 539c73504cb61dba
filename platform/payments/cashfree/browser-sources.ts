import type { OnlinePayments } from "../payments.server.ts";

/**
 * CSP sources of Cashfree's checkout script, by directive. The script opens the payment page by submitting a form,
 * which redirects, so its hosts stand under `form-action` too.
 */
export const browserSources: OnlinePayments["browserSources"] = {
  "script-src": ["https://sdk.cashfree.com"],
  "frame-src": [
    "https://sdk.cashfree.com",
    "https://api.cashfree.com",
    "https://sandbox.cashfree.com",
    "https://payments.cashfree.com",
    "https://payments-test.cashfree.com",
  ],
  "connect-src": ["https://api.cashfree.com", "https://sandbox.cashfree.com"],
  "form-action": [
    "https://api.cashfree.com",
    "https://sandbox.cashfree.com",
    "https://payments.cashfree.com",
    "https://payments-test.cashfree.com",
  ],
};
