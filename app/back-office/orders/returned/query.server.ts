import { recentPeriods } from "../../../../shop/books/period.ts";
import type { ReturnedQuery } from "../../../../shop/order-management/returned-parcels.server.ts";
import { returnedBy } from "../../../../shop/orders/parcels.ts";

/** What an address asks for; anything unknown is the default. */
export function returnedQuery(asked: URLSearchParams, now: Date): ReturnedQuery {
  return {
    by: returnedBy.find((one) => one === asked.get("by")) ?? "product",
    month: recentPeriods(now).months.find(({ key }) => key === asked.get("month"))?.key ?? null,
  };
}
