import { readPeriod } from "../../../shop/books/period.ts";
import { settlementKinds, settlementStates } from "../../../shop/books/settlement-kinds.ts";
import type { SettlementFilter } from "../../../shop/books/settlement-list.server.ts";
import { oneOf } from "../parts/lists/list-address.ts";

/** The filter of settlement lines from the parameters of an address. */
export function settlementFilter(asked: Record<string, string>): SettlementFilter {
  return {
    kind: oneOf(settlementKinds, asked.kind),
    state: oneOf(settlementStates, asked.state),
    month: readPeriod(asked.month ?? null),
    file: asked.file ?? "",
    q: asked.q ?? "",
  };
}
