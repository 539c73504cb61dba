import { grouped } from "../../money.ts";

/** A variant is low on stock at this number and below (specification, section 9: "Only N left!" from 1 to 5). */
export const lowStock = 5;

/** The stock level for customers: none left, few, or enough. In: units that can be bought. */
export function stockLevel(left: number): "out" | "low" | "in" {
  if (left <= 0) return "out";
  return left <= lowStock ? "low" : "in";
}

/** What is there, to whom it is told that they asked for less to be left than is set aside, or than nothing. */
export function stockThere({ stock, reserved }: { stock: number; reserved: number }): string {
  const there = stock > 0 ? `Only ${grouped(stock)} in stock` : "None in stock";
  return reserved > 0 ? `${there}, ${grouped(reserved)} of them set aside for orders.` : `${there}.`;
}

/** Minutes after which an unconfirmed or unpaid reservation is released (docs/domain.md, "Stock"). */
export const reservationMinutes = 30;
