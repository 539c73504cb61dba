import { href } from "react-router";

/** The page on which an order is followed. */
export function trackPath(id: string): string {
  return href("/track/:id?", { id });
}

export function confirmationPath(id: string): string {
  return href("/order-confirmation/:id?", { id });
}

export function returnPath(id: string): string {
  return href("/orders/:id/return", { id });
}

export function reviewPath(id: string): string {
  return href("/orders/:id/review", { id });
}

/** The invoice, or the receipt of a shop without a GSTIN. */
export function documentPath(id: string): string {
  return href("/orders/:id/document.pdf", { id });
}
