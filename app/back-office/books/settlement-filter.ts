import { readPeriod } from "../../../shop/books/period.ts";
import { settlementKinds, settlementStates } from "../../../shop/books/settlement-kinds.ts";
import type { SettlementFilter } from "../../../shop/books/settlement-list.server.ts";
import { oneOf } from "../parts/lists/list-address.ts";

/** The value of the month that stands for all time. */
export const allTime = "all";

/**
 * The filter of settlement lines from the parameters of an address. Without a month it is the last three: a list of
 * years would be slow. A search and a file are about all time.
 */
export function settlementFilter(asked: Record<string, string>, now: Date): SettlementFilter {
  const isAll = asked.month === allTime || Boolean(asked.q) || Boolean(asked.file);
  const day = 86_400_000;
  const recent = { from: new Date(now.getTime() - 92 * day), to: new Date(now.getTime() + 366 * day) };
  return {
    kind: oneOf(settlementKinds, asked.kind),
    state: oneOf(settlementStates, asked.state),
    month: readPeriod(asked.month ?? null) ?? (isAll ? null : recent),
    file: asked.file ?? "",
    q: asked.q ?? "",
  };
}
