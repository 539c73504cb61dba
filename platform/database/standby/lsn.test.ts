import { expect, test } from "vitest";
import { formatLsn, lastLsn, parseLsn } from "./lsn.ts";

test("WAL positions are compared as numbers, not as text", () => {
  const [small, large] = ["F/FFFFFFFF", "10/0"].map(parseLsn);
  expect(Number(large) - Number(small)).toBe(1);
  expect(parseLsn("0/16B3748")).toBe(0x16b3748n);
  expect(formatLsn(parseLsn("a/00ff") ?? 0n)).toBe("A/FF");
  expect(formatLsn(parseLsn(lastLsn) ?? 0n)).toBe(lastLsn);
});

test("an invalid position is null", () => {
  for (const text of ["", "0", "0/", "/0", "0/123456789", "g/0", "0/0 ", "0/0/0", "-1/0"])
    expect(parseLsn(text), text).toBeNull();
});
