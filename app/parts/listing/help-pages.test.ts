import { expect, test } from "vitest";
import { helpPageFor } from "./help-pages.ts";

test.each([
  ["return policy", "/refund-policy"],
  ["What is your return policy?", "/refund-policy"],
  ["paisa wapas", "/refund-policy"],
  ["पैसे वापस", "/refund-policy"],
  ["Track my order", "/track"],
  ["mera order kahan hai", "/track"],
  ["where is my order", "/track"],
  ["size chart", "/faq#size"],
  ["coupon", "/cart"],
  ["coupon code", "/cart"],
  ["cash on delivery", "/faq#ways-to-pay"],
  ["customer care number", "/contact"],
])("%s leads to %s", (text, to) => expect(helpPageFor(text)?.to).toBe(to));

test.each([
  "",
  "kurta",
  "return gift",
  "tracksuit",
  "track pants",
  "size 8 shoes",
  "gift voucher card holder",
  "men",
])("%j is about products", (text) => expect(helpPageFor(text)).toBeNull());
