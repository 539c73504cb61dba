import { expect, test } from "vitest";
import { newEnrolment, readEnrolment } from "./enrolment.server.ts";

const recoveryCodes = ["abcde-fghij"];
const uriFor = (email: string) =>
  `otpauth://totp/shop:${encodeURIComponent(email)}?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=shop&digits=6&period=30`;

test.each([
  ["Tamra House", "asha@campus.test"],
  ["श्री वेंकटेश्वर हैंडलूम्स एवं रेडीमेड गारमेंट्स", "asha@campus.test"],
  ["नमस्ते ".repeat(45), `${"a".repeat(64)}@${"shop.".repeat(35)}example`],
  ["🌸".repeat(150), "asha@campus.test"],
])("the setup of an app for the shop %s has a QR code, also when it is shown again", (shopName, email) => {
  const begun = newEnrolment({ uri: uriFor(email), recoveryCodes }, shopName);
  expect(begun.picture).not.toBeNull();
  const issuer = new URL(begun.uri).searchParams.get("issuer") ?? "";
  expect(issuer.length).toBeGreaterThan(3);
  expect(shopName.startsWith(issuer)).toBe(true);
  const fields = new Map([
    ["uri", begun.uri],
    ["codes", recoveryCodes.join(" ")],
  ]);
  expect(readEnrolment((name) => fields.get(name) ?? "")).toEqual(begun);
});
