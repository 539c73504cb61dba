import { href } from "react-router";

/** The tracking page of an order. */
export function trackPath(id: string): string {
  return href("/track/:id?", { id });
}

export function confirmationPath(id: string): string {
  return href("/order-confirmation/:id?", { id });
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

/** The tax invoice, or the receipt of a shop without a GSTIN. */
export function documentPath(id: string): string {
  return href("/orders/:id/document.pdf", { id });
}
