import { expect, test } from "vitest";
import { withCashfree } from "./payment-policy.ts";

test("Cashfree may run its script, show its frames and be asked; nothing else changes", () => {
  const policy = [
    "default-src 'none'",
    "script-src 'self' 'nonce-x'",
    "frame-src https://a.example",
    "connect-src 'self'",
  ];
  expect(withCashfree(policy)).toEqual([
    "default-src 'none'",
    "script-src 'self' 'nonce-x' https://sdk.cashfree.com",
    "frame-src https://a.example https://sdk.cashfree.com https://api.cashfree.com https://sandbox.cashfree.com https://payments.cashfree.com https://payments-test.cashfree.com",
    "connect-src 'self' https://api.cashfree.com https://sandbox.cashfree.com",
  ]);
});
