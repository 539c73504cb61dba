import { expect, test } from "vitest";
import { readRemark, refundReasonOf } from "./remark.ts";
import { refundReasonText, remarkText } from "./remark-words.ts";

test("a remark of a newer version and a damaged one are still shown as text", () => {
  for (const [stored, words] of [
    [{ code: "sent-by-drone", height: 30 }, "sent by drone"],
    [{ code: "paid" }, "paid"],
    ["?", "no details"],
  ] as const) {
    expect(remarkText(readRemark(stored))).toBe(words);
  }
  expect(refundReasonText(refundReasonOf({ reason: null, cause: { code: "goodwill-gift" } }))).toBe(
    "goodwill-gift",
  );
  expect(refundReasonText({ code: "returned", reason: "wrong-scent" })).toBe("returned: wrong scent");
});
