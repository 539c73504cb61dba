import { href } from "react-router";
import type { PaymentPart } from "../../../shop/orders/amount-due.ts";

/** The tracking page of an order. */
export function trackPath(id: string): string {
  return href("/track/:id?", { id });
}

export function confirmationPath(id: string): string {
  return href("/order-confirmation/:id?", { id });
}

/** The page from which the WhatsApp message that confirms an order is sent. */
export function chatPath(id: string): string {
  return href("/order/:id", { id });
}

/** The page of an order that opens the provider's payment page for this part of it. */
export function payNowPath(id: string, part: PaymentPart): string {
  return `${confirmationPath(id)}?pay=${part}`;
}

export function returnPath(id: string): string {
  return href("/orders/:id/return", { id });
}

/** The payout form of a cash refund. */
export function payoutPath(id: string): string {
  return href("/orders/:id/payout", { id });
}

export function reviewPath(id: string): string {
  return href("/orders/:id/review", { id });
}

/** The invoice, or the receipt of a shop without a GSTIN. */
export function documentPath(id: string): string {
  return href("/orders/:id/document.pdf", { id });
}
