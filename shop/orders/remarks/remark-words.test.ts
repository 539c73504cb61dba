import { expect, test } from "vitest";
import { readRemark, refundReasonOf } from "./remark.ts";
import { payingWords, refundReasonText, remarkText } from "./remark-words.ts";

test("a remark is words for people, also one of a newer version and a damaged one", () => {
  for (const [stored, words] of [
    [{ code: "sent-by-drone", height: 30 }, "sent by drone"],
    [{ code: "paid" }, "paid"],
    ["?", "no details"],
  ] as const) {
    expect(remarkText(readRemark(stored))).toBe(words);
  }
  const paid = readRemark({ code: "paid", payment: "5114910634577", method: "upi" });
  expect([remarkText(paid), payingWords("net_banking"), payingWords("upi, UTR 41")]).toEqual([
    "5114910634577 by UPI",
    "net banking",
    "UPI, UTR 41",
  ]);
  expect(refundReasonText(refundReasonOf({ reason: null, cause: { code: "goodwill-gift" } }))).toBe(
    "goodwill-gift",
  );
  expect(refundReasonText({ code: "returned", reason: "wrong-scent" })).toBe("returned: wrong scent");
});
