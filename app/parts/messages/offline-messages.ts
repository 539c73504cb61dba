import { error, info } from "./message.ts";

// Messages that the browser shows without the server: these are in every page's scripts.

export const cartAddFailed = error("Error", "Failed to add item to cart");
export const cartAddWaits = info(
  "Waiting for a connection",
  "We add it to your cart when you are online again.",
);
export const cartUpdateFailed = error("Error", "Failed to update cart");
export const cartRemoveFailed = error("Error", "Failed to remove item");
export const cartClearFailed = error("Error", "Failed to clear cart");
export const offline = error("You are offline", "Please check your internet connection.");
