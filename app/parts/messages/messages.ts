import { reservationMinutes } from "../../../shop/catalogue/inventory/inventory.ts";
import { error, info } from "./message.ts";

// Toasts and refusals of the specification, section 8; messages.test.ts compares them with docs/specification.md. Imported
// as `* as messages`, a page's scripts have only those that it names.

const viewCart = { to: "/cart", label: "View Cart" };

export const signInForCart = error("Please login", "You need to login to add items to cart");
export const signInForWishlist = error("Please login", "You need to be logged in to add items to wishlist");
export const signInToBuy = error("Please login", "You need to be logged in to make a purchase");
export const passwordsDiffer = error("Passwords don't match", "Please make sure your passwords match");
export const welcomeBack = info("Welcome back!", "You have been logged in successfully");
export const accountCreated = info("Account created!", "Please check your email to verify your account");
export const loginWrong = error("Login failed", "Your email or password is incorrect.");
export const loginNotVerified = error(
  "Login failed",
  "Please verify your email first. We have just sent you the link again.",
);
export const loginTooOften = error(
  "Login failed",
  "There were too many attempts. Please wait 15 minutes, or ask for a login code by email below.",
);
export const loginCodeWrong = error("Login failed", "The code is incorrect or has expired.");
export const loginBeginAgain = error(
  "Login failed",
  "That took too long, or there were too many attempts. Please log in again.",
);
export const signupNameBad = error("Signup failed", "Please enter your name, without < or >.");
export const signupEmailBad = error(
  "Signup failed",
  "Please enter a complete email address, such as name@example.in.",
);
export const signupPasswordWeak = error(
  "Signup failed",
  "Please choose a password of at least 10 characters that is hard to guess.",
);
export const signupTooOften = error(
  "Signup failed",
  "There were too many attempts. Please try again in an hour.",
);
export const googleFailed = error("Google sign-in failed", "Please try again, or continue with your email.");
export const loggedOut = info("You are logged out");
export const emailVerified = info("Your email is verified", "You can log in now.");
export const emailVerifiedHere = info("Your email is verified", "You are logged in.");
export const emailVerifiedBefore = info("Your email is verified already", "You can log in.");
export const mailSent = info(
  "Check your email",
  "If there is an account for this address, an email is on its way. It may take a minute.",
);
export const passwordSet = info("Your new password is set", "You can log in with it now.");
export const passwordWeak = error(
  "Please choose another password",
  "Use at least 10 characters that are hard to guess.",
);
export const linkOver = error(
  "This link does not work any more",
  "It has already been used or has expired. Please ask for a new one.",
);
export const tooManyTries = error("Too many attempts", "Please wait a while and try again.");
export const unpaidOrders = error(
  "Please pay first",
  "Five of your orders are waiting to be paid for. Please pay for one or cancel it, then order again.",
);
export const unpaidPieces = error(
  "Please order fewer",
  "We keep only some of the pieces aside until they are paid for. Order fewer, pay for your other order first, or choose cash on delivery.",
);
export const tooManyOrders = error(
  "Too many orders",
  "You have placed a lot of orders in the last hour. Please write to us first.",
);
export const busy = error("We are very busy right now", "Please try again in a moment.");
export const profileUpdated = info("Profile updated successfully!");
export const profileNameBad = error("Error updating profile", "Please enter your name, without < or >.");
export const profilePhoneBad = error(
  "Error updating profile",
  "A mobile number has ten digits and starts with 6, 7, 8 or 9.",
);
export const addressSaved = info("Address saved");
export const addressDeleted = info("Address deleted");
export const addressIsDefault = info("This is your default address now");
export const addressNotFound = error("Error", "This address is no longer in your address book.");
export const addressesFull = error("Error", "Your address book is full. Please delete an address first.");
export const notificationsRead = info("All notifications are read");
export const passwordChanged = info("Password changed", "All other devices are signed out.");
export const passwordNotRight = error("Password not changed", "The current password is not right.");
export const passwordWithGoogle = error(
  "Password not changed",
  "You log in with Google and do not have a password yet. We can email you a link to set one.",
);
export const passwordMailSent = info(
  "Check your email",
  "Use the link in it to set your password. It works for 30 minutes.",
);
export const signedOutElsewhere = info("All other devices are signed out");
export const signedOutThere = info("That device is signed out");
export const deleteNotConfirmed = error("Account not deleted", "Please type your own email to confirm.");
export const deleteLastAdmin = error(
  "Account not deleted",
  "You are the only admin. Make somebody else an admin first.",
);
export const newsletterAsked = info(
  "Almost there",
  "Please confirm with the link we have sent to your email.",
);
export const contactSent = info(
  "Message sent",
  "Thank you for writing to us. We reply within one working day.",
);
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
export const paymentNotStarted = error(
  "The payment could not be started",
  "Your order is saved. Please try again, or choose to pay on delivery.",
);
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
export const deleteOpenOrders = error(
  "Account not deleted",
  "One of your orders is still on its way. Please wait until it arrives, or cancel it first.",
);
export const cartReadFailed = error("Error", "Failed to fetch cart items");
export const cartAdded = info("Success", "Item added to cart", { about: "cart", link: viewCart });
export const cartAddOfAnother = error("Not added to your cart", "Somebody else chose it on this device.");
export const notificationSettingsSaved = info("Your choices are saved");
export const pushOff = info("Notifications are off", "On all of your devices.");
export const cartRemoved = info("Success", "Item removed from cart", { about: "cart" });
export const cartSavedForLater = info(
  "Saved for later",
  "It is in your wishlist. You choose its size when you put it back.",
  { about: "cart", link: { to: "/wishlist", label: "Wishlist" } },
);
export const cartUpdated = info("Cart updated", undefined, { about: "cart" });
export const cartCleared = info("Your cart is empty", undefined, { about: "cart" });
export const reviewSaved = info("Thank you for your review", "It is now on the product page.");
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
export const adminRequired = error("Admin access required");
export const noticeAsked = info("We will write to you", "You get one email when it can be bought again.");
export const emailInvalid = error("Please enter a complete email address, such as name@example.in.");
export const tooManyMessages = error(
  "That is a lot of messages",
  "Please wait an hour, or call us. What you wrote is still here.",
);
