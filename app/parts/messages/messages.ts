import type { BulkAddResult, VariantNotChosen } from "../../../shop/cart/cart.ts";
import { reservationMinutes } from "../../../shop/catalogue/inventory/inventory.ts";
import type { Toast } from "../../ui/toast.tsx";
import { error, info } from "./message.ts";
import { offlineMessages } from "./offline-messages.ts";
import { couponMessages, paymentMessages } from "./payment-messages.ts";
import { returnMessages } from "./return-messages.ts";
import { secondFactorMessages } from "./second-factor-messages.ts";

const viewCart = { to: "/cart", label: "View Cart" };

/** Toasts and refusals of the specification, section 8. messages.test.ts compares them with docs/specification.md. */
export const messages = {
  ...offlineMessages,
  ...secondFactorMessages,
  ...paymentMessages,
  signInForCart: error("Please login", "You need to login to add items to cart"),
  signInForWishlist: error("Please login", "You need to be logged in to add items to wishlist"),
  signInToBuy: error("Please login", "You need to be logged in to make a purchase"),
  passwordsDiffer: error("Passwords don't match", "Please make sure your passwords match"),
  welcomeBack: info("Welcome back!", "You have been logged in successfully"),
  accountCreated: info("Account created!", "Please check your email to verify your account"),
  loginWrong: error("Login failed", "Your email or password is incorrect."),
  loginNotVerified: error(
    "Login failed",
    "Please verify your email first. We have just sent you the link again.",
  ),
  loginTooOften: error(
    "Login failed",
    "There were too many attempts. Please wait 15 minutes, or ask for a login code by email below.",
  ),
  loginCodeWrong: error("Login failed", "The code is incorrect or has expired."),
  loginBeginAgain: error(
    "Login failed",
    "That took too long, or there were too many attempts. Please log in again.",
  ),
  signupNameBad: error("Signup failed", "Please enter your name, without < or >."),
  signupEmailBad: error("Signup failed", "Please enter a complete email address, such as name@example.in."),
  signupPasswordWeak: error(
    "Signup failed",
    "Please choose a password of at least 10 characters that is hard to guess.",
  ),
  signupTooOften: error("Signup failed", "There were too many attempts. Please try again in an hour."),
  googleFailed: error("Google sign-in failed", "Please try again, or continue with your email."),
  loggedOut: info("You are logged out"),
  emailVerified: info("Your email is verified", "You can log in now."),
  emailVerifiedHere: info("Your email is verified", "You are logged in."),
  emailVerifiedBefore: info("Your email is verified already", "You can log in."),
  mailSent: info(
    "Check your email",
    "If there is an account for this address, an email is on its way. It may take a minute.",
  ),
  passwordSet: info("Your new password is set", "You can log in with it now."),
  passwordWeak: error("Please choose another password", "Use at least 10 characters that are hard to guess."),
  linkOver: error(
    "This link does not work any more",
    "It has already been used or has expired. Please ask for a new one.",
  ),
  tooManyTries: error("Too many attempts", "Please wait a while and try again."),
  unpaidOrders: error(
    "Please pay first",
    "Five of your orders are waiting to be paid for. Please pay for one or cancel it, then order again.",
  ),
  unpaidPieces: error(
    "Please order fewer",
    "We keep only some of the pieces aside until they are paid for. Order fewer, pay for your other order first, or choose cash on delivery.",
  ),
  tooManyOrders: error(
    "Too many orders",
    "You have placed a lot of orders in the last hour. Please write to us first.",
  ),
  busy: error("We are very busy right now", "Please try again in a moment."),
  profileUpdated: info("Profile updated successfully!"),
  profileNameBad: error("Error updating profile", "Please enter your name, without < or >."),
  profilePhoneBad: error(
    "Error updating profile",
    "A mobile number has ten digits and starts with 6, 7, 8 or 9.",
  ),
  addressSaved: info("Address saved"),
  addressDeleted: info("Address deleted"),
  addressIsDefault: info("This is your default address now"),
  addressNotFound: error("Error", "This address is no longer in your address book."),
  addressesFull: error("Error", "Your address book is full. Please delete an address first."),
  notificationsRead: info("All notifications are read"),
  passwordChanged: info("Password changed", "All other devices are signed out."),
  passwordNotRight: error("Password not changed", "The current password is not right."),
  passwordWithGoogle: error(
    "Password not changed",
    "You log in with Google and do not have a password yet. We can email you a link to set one.",
  ),
  passwordMailSent: info(
    "Check your email",
    "Use the link in it to set your password. It works for 30 minutes.",
  ),
  signedOutElsewhere: info("All other devices are signed out"),
  signedOutThere: info("That device is signed out"),
  deleteNotConfirmed: error("Account not deleted", "Please type your own email to confirm."),
  deleteLastAdmin: error("Account not deleted", "You are the only admin. Make somebody else an admin first."),
  newsletterAsked: info("Almost there", "Please confirm with the link we have sent to your email."),
  contactSent: info("Message sent", "Thank you for writing to us. We reply within one working day."),
  missingInformation: error("Missing Information", "Please fill in all required fields."),
  orderFailed: error("Order Failed", "Something went wrong. Please try again."),
  orderOutOfStock: error("Out of Stock", "What you chose has just sold out. Nothing was ordered."),
  cartChanged: error(
    "Your cart has changed",
    "A price, a quantity or the delivery fee has changed. Please check the total before you order.",
  ),
  cartEmpty: error("Your cart is empty", "Add some products to get started"),
  orderExpired: error(
    "This order was not confirmed in time",
    `We held it for ${reservationMinutes} minutes. Everything is still in your cart, so please order again.`,
  ),
  onlineAmount: error("Order Failed", "An online payment must be at least ₹1. Please pay on delivery."),
  codClosed: error("Order Failed", "Cash on delivery is not available right now. Please pay online."),
  privacyRequired: error("Privacy Policy Required", "Please agree to our privacy policy to continue."),
  noOrderData: error("Order failed", "No order or product data available"),
  detailsWrong: error("Please check what you entered", "The marked fields need your attention."),
  ...couponMessages,
  paymentNotStarted: error(
    "The payment could not be started",
    "Your order is saved. Please try again, or choose to pay on delivery.",
  ),
  orderNotFound: error("Order not found", "Please check your order ID and try again"),
  orderLookupFailed: error("Failed to fetch order details"),
  orderCancelled: info(
    "Your order is cancelled",
    "Nothing will be sent, and you do not have to pay anything.",
  ),
  orderCancelledAndRefunded: info("Your order is cancelled", "We are refunding what you have paid."),
  orderTooLate: error(
    "It is too late to cancel",
    "Your order has been shipped. You can return it once it has arrived.",
  ),
  orderedAgain: { ...info("Success", "Everything is in your cart"), link: viewCart },
  orderedSomeAgain: {
    ...info("Some of it is in your cart", "The rest is no longer sold or is sold out."),
    link: viewCart,
  },
  orderedNothingAgain: error("Nothing was put into your cart", "It is no longer sold or is sold out."),
  phoneDiffers: error(
    "These digits are incorrect",
    "Please type the last four digits of the phone number that the order was placed with.",
  ),
  deleteOpenOrders: error(
    "Account not deleted",
    "One of your orders is still on its way. Please wait until it arrives, or cancel it first.",
  ),
  cartReadFailed: error("Error", "Failed to fetch cart items"),
  cartAdded: { ...info("Success", "Item added to cart"), about: "cart", link: viewCart },
  cartAddOfAnother: error("Not added to your cart", "Somebody else chose it on this device."),
  notificationSettingsSaved: info("Your choices are saved"),
  pushOff: info("Notifications are off", "On all of your devices."),
  cartRemoved: { ...info("Success", "Item removed from cart"), about: "cart" },
  cartSavedForLater: {
    ...info("Saved for later", "It is in your wishlist. You choose its size when you put it back."),
    about: "cart",
    link: { to: "/wishlist", label: "Wishlist" },
  },
  cartUpdated: { ...info("Cart updated"), about: "cart" },
  cartCleared: { ...info("Your cart is empty"), about: "cart" },
  ...returnMessages,
  reviewSaved: info("Thank you for your review", "It is now on the product page."),
  reviewNotDelivered: error(
    "This order has not arrived yet",
    "You can review items once you have received them.",
  ),
  reviewProductGone: error(
    "This product is no longer available",
    "There is no page left to show a review on.",
  ),
  chooseSize: error("Choose a size", "Please choose a size, then add it to your cart."),
  chooseColour: error("Choose a colour", "Please choose a colour, then add it to your cart."),
  outOfStock: error("Out of Stock", "What you chose has just sold out."),
  wishAdded: { ...info("Added to wishlist", "Product added to your wishlist"), about: "wishlist" },
  wishFailed: error("Error", "This product is no longer available."),
  wishRemoved: {
    ...info("Removed from wishlist", "Product removed from your wishlist"),
    about: "wishlist",
  },
  adminRequired: error("Admin access required"),
  statisticsFailed: error("Failed to fetch admin statistics", "Please try again in a moment."),
  usersFailed: error("Failed to fetch users", "Please try again in a moment."),
  roleUpdated: info(
    "User role updated successfully",
    "They have been signed out everywhere and need to log in again.",
  ),
  roleFailed: error("Failed to update user role", "This person no longer exists."),
  roleLastAdmin: error(
    "Failed to update user role",
    "This is the only admin. Make somebody else an admin first.",
  ),
  roleBeyondOwn: error(
    "Failed to update user role",
    "Only somebody who may do at least as much can change this role.",
  ),
  roleSignInAgain: error(
    "Failed to update user role",
    "You logged in more than 15 minutes ago. Please confirm your password.",
  ),
  rolePasswordWrong: error("Failed to update user role", "The password is incorrect."),
  userBlocked: info("This person is blocked", "They are signed out everywhere and cannot log in."),
  userUnblocked: info("This person may log in again"),
  blockLastAdmin: error("Nothing was changed", "This is the only admin. Make somebody else an admin first."),
  blockBeyondOwn: error("Nothing was changed", "Only somebody who manages staff can block staff."),
  blockFailed: error("Nothing was changed", "This person no longer exists."),
  blockSignInAgain: error(
    "Nothing was changed",
    "You logged in more than 15 minutes ago. Please confirm your password.",
  ),
  blockPasswordWrong: error("Nothing was changed", "The password is incorrect."),
  offerSaved: info("Offer saved", "Prices in the shop change immediately."),
  offerStarted: info("Offer started"),
  offerEnded: info("Offer ended"),
  offerDeleted: info("Offer deleted"),
  offerGone: error("This offer is no longer here"),
  offerNotNow: error("Nothing was changed", "The offer had already started or ended."),
  couponSaved: info("Coupon saved", "Customers can use it as soon as it is active."),
  reviewHidden: info("Review hidden", "It no longer counts towards the product's rating."),
  reviewPublished: info("Review published"),
  reviewReplied: info("Reply saved", "It appears below the review."),
  reviewReplyRemoved: info("Reply removed"),
  reviewPhotoRemoved: info("Photo removed"),
  reviewReasonNeeded: error(
    "Nothing was changed",
    "Please say why the review is hidden, in at most 300 characters.",
  ),
  reviewReplyTooLong: error("Nothing was saved", "A reply has at most 1,000 characters."),
  reviewGone: error("This review is no longer here"),
  importNoFile: error("Nothing was imported", "Please choose a CSV file, a ZIP of pictures, or both."),
  importTooLarge: error("Nothing was imported", "The files are too large: at most 200 MB together."),
  importNoSpace: error("Nothing was saved", "The shop's disk is nearly full."),
  importZipBroken: error("Nothing was saved", "The ZIP file is damaged or is not a ZIP file."),
  importZipTooMany: error("Nothing was saved", "A ZIP file may contain up to 5,000 files. Please split it."),
  importZipTooLarge: error("Nothing was saved", "Unpacked, the ZIP is larger than 1 GB. Please split it."),
  importZipNoPictures: error("Nothing was saved", "There is no picture in the ZIP that can be used."),
  importPicturesStored: info("Pictures uploaded", "Files that you import can now name them."),
  importStarted: info("Import started", "You can leave this page; it will continue."),
  importDone: error("This import has already been completed"),
  messageMarked: info("Message marked"),
  messageGone: error("This message is no longer here"),
  settingsSaved: info("Settings saved", "They apply in the shop immediately."),
  changedMeanwhile: error(
    "Somebody else has changed this in the meantime",
    "The saved value is shown below each field that differs. Save again to replace it with yours.",
  ),
  formWrong: error("Nothing was saved", "Please check the marked fields."),
  noticeAsked: info("We will write to you", "You get one email when it can be bought again."),
  emailInvalid: error("Please enter a complete email address, such as name@example.in."),
  tooManyMessages: error(
    "That is a lot of messages",
    "Please wait an hour, or call us. What you wrote is still here.",
  ),
  orderStatusUpdated: info("Order status updated successfully"),
  orderStatusFailed: error("Failed to update order status"),
  orderNotUndone: error(
    "This can no longer be undone",
    "It was longer than ten minutes ago, or something has happened since. Set the status in the order itself.",
  ),
  ordersFetchFailed: error("Failed to fetch orders"),
  refundStarted: info("Refund started", "The customer has been emailed."),
  refundPaidOut: info("Refund marked as paid out"),
  refundSentBack: info("The payment goes back"),
  noteSaved: info("Note saved"),
  mailSentAgain: info("The email is on its way"),
  returnDecided: info("Done", "The customer has been emailed."),
  orderUnchanged: error("Nothing was changed"),
} as const;

/** Toast after a card added to the cart (specification, section 8). */
export function addedToCart(name: string): Toast {
  return info("Added to cart", `${name} has been added to your cart`);
}

const skipReasons: Record<VariantNotChosen, string> = {
  "choose-size": "Choose a size",
  "choose-colour": "Choose a colour",
  "out-of-stock": "Out of Stock",
  "not-sold": "No longer sold",
};
const maxNamed = 10;

/**
 * Toast after adding the whole wishlist to the cart: how many were added, and one note for each reason why others
 * were skipped.
 */
export function addedAll({ added, skipped }: BulkAddResult): { toast: Toast; notes: string[] } {
  const notes = [...Map.groupBy(skipped, ({ why }) => why)].map(([why, some]) => {
    const names = some.slice(0, maxNamed).map(({ name }) => name);
    const more = some.length > maxNamed ? ` and ${some.length - maxNamed} more` : "";
    return `${skipReasons[why]}: ${names.join(", ")}${more}`;
  });
  if (skipped.length === 0) return { toast: info("Success", "All of your wishlist is in your cart"), notes };
  const metrics = `${added} added to your cart, ${skipped.length} skipped`;
  return {
    toast: added > 0 ? info("Success", metrics) : error("Nothing was added to your cart", metrics),
    notes,
  };
}
