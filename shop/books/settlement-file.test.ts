import { expect, test } from "vitest";
import { readSettlement } from "./settlement-file.ts";

test("refunds, debits and disputes are taken back, and what reverses them comes again", () => {
  const types = ["PAYMENT", "CREDIT", "REFUND", "DEBIT", "CHARGEBACK", "Dispute lost", "REVERSAL"];
  const reversals = ["REFUND_REVERSAL", "Dispute reversed", "CHARGEBACK REVERSAL"];
  const text = ["cf_payment_id,Event Type,Event Amount,Event Settlement Amount"]
    .concat([...types, ...reversals].map((type, at) => `${at},${type},499.00,489.50`))
    .join("\n");
  const read = readSettlement(Buffer.from(text), { kind: "gateway", columns: null });
  expect(read.kind === "read" && read.lines.map(({ gross, net }) => [gross, net])).toEqual([
    ...[1, 1, -1, -1, -1, -1, -1, 1, 1, 1].map((sign) => [sign * 49_900, sign * 48_950]),
  ]);
});

test("a file whose time is a very long text is read at once", () => {
  const time = `2026-11-27${"T".repeat(100_000)}`;
  const text = `cf_payment_id,Event Amount,Event Settlement Amount,Event Time\n1,1.00,1.00,${time}\n`;
  const began = performance.now();
  readSettlement(Buffer.from(text), { kind: "gateway", columns: null });
  expect(performance.now() - began).toBeLessThan(2_000);
});
