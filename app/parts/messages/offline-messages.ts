import type { Toast } from "../../ui/toast.tsx";

const error = (text: string): Toast => ({ title: "Error", text, tone: "wrong" });

/**
 * The messages that the browser shows without the server: the only part of messages.ts in every page's bundle. The
 * others come with an answer or with their screen.
 */
export const offlineMessages = {
  cartAddFailed: error("Failed to add item to cart"),
  cartAddWaits: {
    title: "Waiting for a connection",
    text: "We add it to your cart when you are online again.",
  },
  cartUpdateFailed: error("Failed to update cart"),
  cartRemoveFailed: error("Failed to remove item"),
  cartClearFailed: error("Failed to clear cart"),
  noConnection: error("We could not reach the shop. Please try again."),
  offline: { title: "You are offline", text: "Please check your internet connection.", tone: "wrong" },
} as const;
