import { expect, test } from "vitest";
import { cashfree } from "../../../platform/payments/cashfree.server.ts";
import { paymentSources, withSources } from "./payment-policy.ts";

const nobody = () => Promise.reject(new Error("nobody is asked"));
const through = (mode: "local" | "sandbox" | "production") =>
  cashfree({ mode, appId: "app", secretKey: "secret", fetch: nobody });

test("Cashfree's scripts, frames, requests and forms are allowed, and no other directive changes", () => {
  const policy = [
    "default-src 'none'",
    "script-src 'self' 'nonce-x'",
    "frame-src https://a.example",
    "connect-src 'self'",
    "form-action 'self'",
  ];
  expect(withSources(policy, paymentSources("/checkout", through("sandbox")))).toEqual([
    "default-src 'none'",
    "script-src 'self' 'nonce-x' https://sdk.cashfree.com",
    "frame-src https://a.example https://sdk.cashfree.com https://api.cashfree.com https://sandbox.cashfree.com https://payments.cashfree.com https://payments-test.cashfree.com",
    "connect-src 'self' https://api.cashfree.com https://sandbox.cashfree.com",
    "form-action 'self' https://api.cashfree.com https://sandbox.cashfree.com https://payments.cashfree.com https://payments-test.cashfree.com",
  ]);
});

test("only the pages that open a payment allow them, and only when Cashfree itself takes payments", () => {
  const production = through("production");
  expect(paymentSources("/order-confirmation/5f0c9d1e", production)).toBe(production.browserSources);
  expect(Object.keys(production.browserSources)).toContain("script-src");
  expect(paymentSources("/track/5f0c9d1e", production)).toBe(production.browserSources);
  for (const path of ["/", "/orders", "/checkouts", "/blog/order-confirmation"])
    expect(paymentSources(path, production)).toEqual({});
  expect(paymentSources("/checkout", through("local"))).toEqual({});
  expect(paymentSources("/checkout", undefined)).toEqual({});
});
