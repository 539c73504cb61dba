import { expect, test } from "vitest";
import { usesCashfree, withCashfree } from "./payment-policy.ts";

test("Cashfree may run its script, show its frames and be asked; nothing else changes", () => {
  const policy = [
    "default-src 'none'",
    "script-src 'self' 'nonce-x'",
    "frame-src https://a.example",
    "connect-src 'self'",
    "form-action 'self'",
  ];
  expect(withCashfree(policy)).toEqual([
    "default-src 'none'",
    "script-src 'self' 'nonce-x' https://sdk.cashfree.com",
    "frame-src https://a.example https://sdk.cashfree.com https://api.cashfree.com https://sandbox.cashfree.com https://payments.cashfree.com https://payments-test.cashfree.com",
    "connect-src 'self' https://api.cashfree.com https://sandbox.cashfree.com",
    "form-action 'self' https://api.cashfree.com https://sandbox.cashfree.com https://payments.cashfree.com https://payments-test.cashfree.com",
  ]);
});

test("only checkout and confirmation may, and only with Cashfree itself", () => {
  expect(usesCashfree("/checkout", "sandbox")).toBe(true);
  expect(usesCashfree("/order-confirmation/5f0c9d1e", "production")).toBe(true);
  for (const path of ["/", "/orders", "/checkouts", "/track/order-confirmation"])
    expect(usesCashfree(path, "production")).toBe(false);
  expect(usesCashfree("/checkout", "local")).toBe(false);
  expect(usesCashfree("/checkout", undefined)).toBe(false);
});
