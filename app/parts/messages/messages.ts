import { reservationMinutes } from "../../../shop/catalogue/inventory/inventory.ts";
import { error, info } from "./message.ts";

// Toasts and refusals of the specification, section 8; messages.test.ts compares them with docs/coverage.md.
// Imported as `* as messages`, a page's scripts have only those that it uses.

const viewCart = { to: "/cart", label: "View Cart" };

export const tooManyTries = error("Too many attempts", "Please wait a while and try again.");
export const unpaidOrders = error(
  "Please pay first",
  "Five of your orders are waiting to be paid for. Please pay for one or cancel it, then order again.",
);
export const unpaidUnits = error(
  "Please order fewer",
  "We keep only some of the items aside until they are paid for. Order fewer, pay for your other order first, or choose cash on delivery.",
);
export const tooManyOrders = error(
  "Too many orders",
  "You have placed a lot of orders in the last hour. Please write to us first.",
);
export const busy = error("We are very busy right now", "Please try again in a moment.");
export const missingInformation = error("Missing Information", "Please fill in all required fields.");
export const orderFailed = error("Order Failed", "Something went wrong. Please try again.");
export const orderOutOfStock = error(
  "Out of Stock",
  "What you chose has just sold out. Nothing was ordered.",
);
export const cartChanged = error(
  "Your cart has changed",
  "A price, a quantity or the delivery fee has changed. Please check the total before you order.",
);
export const cartEmpty = error("Your cart is empty", "Add some products to get started");
export const orderExpired = error(
  "This order was not confirmed in time",
  `We held it for ${reservationMinutes} minutes. Everything is still in your cart, so please order again.`,
);
export const onlineAmount = error(
  "Order Failed",
  "An online payment must be at least ₹1. Please pay on delivery.",
);
export const codClosed = error(
  "Order Failed",
  "Cash on delivery is not available right now. Please pay online.",
);
export const privacyRequired = error(
  "Privacy Policy Required",
  "Please agree to our privacy policy to continue.",
);
export const noOrderData = error("Order failed", "No order or product data available");
export const detailsWrong = error("Please check what you entered", "The marked fields need your attention.");
export const orderNotFound = error("Order not found", "Please check your order ID and try again");
export const orderLookupFailed = error("Failed to fetch order details");
export const orderCancelled = info(
  "Your order is cancelled",
  "Nothing will be sent, and you do not have to pay anything.",
);
export const orderCancelledAndRefunded = info(
  "Your order is cancelled",
  "We are refunding what you have paid.",
);
/** Instead of a return or a review. */
export const orderWasCancelled = error(
  "This order was cancelled",
  "If you have received something of it, please write to us.",
);
export const orderTooLate = error(
  "It is too late to cancel",
  "Your order has been shipped. You can return it once it has arrived.",
);
export const orderedAgain = info("Success", "Everything is in your cart", { link: viewCart });
export const orderedSomeAgain = info(
  "Some of it is in your cart",
  "The rest is no longer sold or is sold out.",
  { link: viewCart },
);
export const orderedNothingAgain = error(
  "Nothing was put into your cart",
  "It is no longer sold or is sold out.",
);
export const phoneDiffers = error(
  "These digits are incorrect",
  "Please type the last four digits of the phone number that the order was placed with.",
);
export const digitsAgain = error(
  "Please type the digits again",
  "Too much time has passed. Type the last four digits of the phone number again to pay.",
);
export const shortNumberUnmatched = error(
  "No order has this number and phone",
  "Check the order number and the last four digits of the phone it was placed with. Both are in the message we sent when you ordered; we can also look it up for you: Contact Support.",
);
export const cartReadFailed = error("Error", "Failed to fetch cart items");
export const cartAdded = info("Success", "Item added to cart", { about: "cart", link: viewCart });
export const cartAddOfAnother = error("Not added to your cart", "Somebody else chose it on this device.");
export const cartRemoved = info("Success", "Item removed from cart", { about: "cart" });
export const cartSavedForLater = info(
  "Saved for later",
  "It is in your wishlist. You choose its size when you put it back.",
  { about: "cart", link: { to: "/wishlist", label: "Wishlist" } },
);
export const cartUpdated = info("Cart updated", undefined, { about: "cart" });
export const cartCleared = info("Your cart is empty", undefined, { about: "cart" });
export const reviewSaved = info("Thank you for your review", "It is now on the product page.");
export const reviewSavedHidden = info("Your review is saved", "It stays hidden from the product page.");
export const reviewNotDelivered = error(
  "This order has not arrived yet",
  "You can review items once you have received them.",
);
export const reviewProductGone = error(
  "This product is no longer available",
  "There is no page left to show a review on.",
);
export const chooseSize = error("Choose a size", "Please choose a size, then add it to your cart.");
export const chooseColour = error("Choose a colour", "Please choose a colour, then add it to your cart.");
export const outOfStock = error("Out of Stock", "What you chose has just sold out.");
export const wishAdded = info("Added to wishlist", "Product added to your wishlist", { about: "wishlist" });
export const wishFailed = error("Error", "This product is no longer available.");
export const wishRemoved = info("Removed from wishlist", "Product removed from your wishlist", {
  about: "wishlist",
});
export const emailInvalid = error("Please enter a complete email address, such as name@example.in.");
