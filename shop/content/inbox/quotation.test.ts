import { describe, expect, test } from "vitest";
import { slowestGrowth } from "../../../test/support/faults/growth.ts";
import { withoutQuotation } from "./quotation.ts";

test.each([
  [
    "Thanks\n\nOn Mon, 23 Nov 2026 at 10:00, Shop <shop@shop.in> wrote:\n> Hello\n>\n> Bye",
    "Thanks",
    "> Bye",
  ],
  [
    "Thanks\n\nOn Mon, 23 Nov 2026 at 10:00, A Shop With A Long Name\n<shop@shop.in> wrote:\n> Hello",
    "Thanks",
    "> Hello",
  ],
  ["Thanks\n\n-----Original Message-----\nFrom: Shop\nHello", "Thanks", "Hello"],
  [
    "Thanks\n________________________________\nFrom: Shop <shop@shop.in>\nSent: Monday\nTo: Asha\nSubject: Order\n\nHello",
    "Thanks",
    "Hello",
  ],
  ["धन्यवाद\n\nसोम, 23 नव॰ 2026 को Shop <shop@shop.in> ने लिखा:\n> Hello", "धन्यवाद", "> Hello"],
])("what is answered is parted from %j", (whole, text, end) => {
  const parts = withoutQuotation(whole);
  expect(parts.text).toBe(text);
  expect(parts.quoted.endsWith(end)).toBe(true);
});

test.each([
  "> Which size?\nM\n> Which colour?\nBlue",
  "> Only repeated",
  "From: Pune\nI want it in M",
  "The sizes:\nS and M",
])("%j stays whole", (whole) => {
  expect(withoutQuotation(whole)).toEqual({ text: whole, quoted: "" });
});

describe("ten times the text takes about ten times as long, whatever it contains", () => {
  test.each([">", "> \n", "\n", " ", "-", "_\n", "From: x\n", "On 1\n", "wrote:\n>"])("%j", (piece) => {
    const read = (length: number) => withoutQuotation(piece.repeat(length / piece.length));
    expect(slowestGrowth(read, 100_000)).toBeLessThan(40);
  });
});
