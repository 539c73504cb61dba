import type { Toast } from "../../ui/toast.tsx";

const error = (text: string): Toast => ({ title: "Error", text, tone: "wrong" });

/**
 * The messages that a browser says by itself, when the server cannot be asked: a part of messages.ts that every page
 * has to carry. The others travel with an answer, or with the screens that say them.
 */
export const offlineMessages = {
  cartAddFailed: error("Failed to add item to cart"),
  cartUpdateFailed: error("Failed to update cart"),
  cartRemoveFailed: error("Failed to remove item"),
  cartClearFailed: error("Failed to clear cart"),
  noConnection: error("We could not reach the shop. Please try again."),
  offline: { title: "You are offline", text: "Please check your internet connection.", tone: "wrong" },
} as const;
