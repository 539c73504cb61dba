import type { ItemDisposition } from "../../../../shop/orders/change-order.server.ts";
import { type Disposition, dispositions } from "../../../../shop/orders/posting/required-stock.ts";

/** Reads the fields "outcome-<line>-<n>" into dispositions by line. Unknown values are left out. */
export function readDispositions(fields: Map<string, string>): ItemDisposition[] {
  const counted = new Map<string, ItemDisposition>();
  for (const [name, value] of fields) {
    const [, lineId] = /^outcome-([0-9a-f-]{36})-\d$/.exec(name) ?? [];
    const disposition = readDisposition(value);
    if (!lineId || !disposition) continue;
    const key = `${lineId} ${disposition}`;
    counted.set(key, { lineId, disposition, quantity: (counted.get(key)?.quantity ?? 0) + 1 });
  }
  return [...counted.values()];
}

export function readDisposition(value: string | undefined): Disposition | undefined {
  return dispositions.find((known) => known === value);
}
