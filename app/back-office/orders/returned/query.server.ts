import type { ReturnedQuery } from "../../../../shop/order-management/returned-parcels.server.ts";
import { returnedBy } from "../../../../shop/orders/parcels.ts";

/** The last 24 months in India, the newest first: "2026-11". */
export function lastMonths(now: Date | number): string[] {
  const [year = 0, month = 1] = new Intl.DateTimeFormat("en-CA", {
    timeZone: "Asia/Kolkata",
    year: "numeric",
    month: "2-digit",
  })
    .format(now)
    .split("-")
    .map(Number);
  return Array.from({ length: 24 }, (_, ago) => {
    const at = year * 12 + month - 1 - ago;
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
  });
}

/** What an address asks for; anything unknown is the default. */
export function returnedQuery(asked: URLSearchParams, months: readonly string[]): ReturnedQuery {
  return {
    by: returnedBy.find((one) => one === asked.get("by")) ?? "product",
    month: months.find((one) => one === asked.get("month")) ?? null,
  };
}
