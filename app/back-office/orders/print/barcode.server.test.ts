import { expect, test } from "vitest";
import { code128 } from "./barcode.server.ts";

/** The modules of bars as drawn: 1 for black. */
async function modulesOf(text: string) {
  const { width, bars } = await code128(text);
  const modules = Array.from({ length: width }, () => "0");
  for (const bar of bars) modules.fill("1", bar.at, bar.at + bar.width);
  return modules.join("");
}

// By hand from the table of ISO/IEC 15417: start B (104), A (33), b (66), the check sum 104 + 33 + 2 × 66 = 269, which
// is 63 modulo 103, and stop.
test("a bar code has the bars of Code 128, with its check sum", async () => {
  const parts = ["11010010000", "10100011000", "10010000110", "10100110000", "1100011101011"];
  expect(await modulesOf("Ab")).toBe(parts.join(""));
});
