import type { AddedEach, NotChosen } from "../../../shop/cart/cart.ts";
import type { Toast } from "../../ui/toast.tsx";
import { unreachable } from "./offline-messages.ts";
import { paymentMessages } from "./payment-messages.ts";
import { returnMessages } from "./return-messages.ts";
import { secondFactorMessages } from "./second-factor-messages.ts";

/**
 * Every toast and refusal in the words of the specification, section 8.
 * messages.test.ts holds them against docs/specification.md, so a changed word shows.
 */
const said = (title: string, text?: string): Toast => ({ title, text });
const wrong = (title: string, text?: string): Toast => ({ title, text, tone: "wrong" });

export const messages = {
  ...unreachable,
  ...secondFactorMessages,
  ...paymentMessages,
  signInForCart: wrong("Please login", "You need to login to add items to cart"),
  signInForWishlist: wrong("Please login", "You need to be logged in to add items to wishlist"),
  signInToBuy: wrong("Please login", "You need to be logged in to make a purchase"),
  passwordsDiffer: wrong("Passwords don't match", "Please make sure your passwords match"),
  welcomeBack: said("Welcome back!", "You have been logged in successfully"),
  accountCreated: said("Account created!", "Please check your email to verify your account"),
  loginWrong: wrong("Login failed", "Your email or password is incorrect."),
  loginNotVerified: wrong(
    "Login failed",
    "Please verify your email first. We have just sent you the link again.",
  ),
  loginTooOften: wrong(
    "Login failed",
    "There were too many attempts. Please wait 15 minutes, or ask for a login code by email below.",
  ),
  loginCodeWrong: wrong("Login failed", "The code is incorrect or has expired."),
  loginBeginAgain: wrong(
    "Login failed",
    "That took too long, or there were too many attempts. Please log in again.",
  ),
  signupNameBad: wrong("Signup failed", "Please enter your name, without < or >."),
  signupEmailBad: wrong("Signup failed", "Please enter a complete email address, such as name@example.in."),
  signupPasswordWeak: wrong(
    "Signup failed",
    "Please choose a password of at least 10 characters that is hard to guess.",
  ),
  signupTooOften: wrong("Signup failed", "There were too many attempts. Please try again in an hour."),
  googleFailed: wrong("Google sign-in failed", "Please try again, or continue with your email."),
  loggedOut: said("You are logged out"),
  emailVerified: said("Your email is verified", "You can log in now."),
  emailVerifiedHere: said("Your email is verified", "You are logged in."),
  emailVerifiedBefore: said("Your email is verified already", "You can log in."),
  mailSent: said(
    "Check your email",
    "If there is an account for this address, an email is on its way. It may take a minute.",
  ),
  passwordSet: said("Your new password is set", "You can log in with it now."),
  passwordWeak: wrong("Please choose another password", "Use at least 10 characters that are hard to guess."),
  linkOver: wrong(
    "This link does not work any more",
    "It has already been used or has expired. Please ask for a new one.",
  ),
  tooManyTries: wrong("Too many attempts", "Please wait a while and try again."),
  unpaidOrders: wrong(
    "Please pay first",
    "Five of your orders are waiting to be paid for. Please pay for one or cancel it, then order again.",
  ),
  unpaidPieces: wrong(
    "Please order fewer",
    "We keep only some of the pieces aside until they are paid for. Order fewer, pay for your other order first, or choose cash on delivery.",
  ),
  tooManyOrders: wrong(
    "Too many orders",
    "You have placed a lot of orders in the last hour. Please write to us first.",
  ),
  busy: wrong("We are very busy right now", "Please try again in a moment."),
  profileUpdated: said("Profile updated successfully!"),
  profileNameBad: wrong("Error updating profile", "Please enter your name, without < or >."),
  profilePhoneBad: wrong(
    "Error updating profile",
    "A mobile number has ten digits and starts with 6, 7, 8 or 9.",
  ),
  addressSaved: said("Address saved"),
  addressDeleted: said("Address deleted"),
  addressIsDefault: said("This is your default address now"),
  addressNotFound: wrong("Error", "This address is no longer in your address book."),
  addressesFull: wrong("Error", "Your address book is full. Please delete an address first."),
  notificationsRead: said("All notifications are read"),
  passwordChanged: said("Password changed", "All other devices are signed out."),
  passwordNotRight: wrong("Password not changed", "The current password is not right."),
  passwordWithGoogle: wrong(
    "Password not changed",
    "You log in with Google and do not have a password yet. We can email you a link to set one.",
  ),
  passwordMailSent: said(
    "Check your email",
    "Use the link in it to set your password. It works for 30 minutes.",
  ),
  signedOutElsewhere: said("All other devices are signed out"),
  signedOutThere: said("That device is signed out"),
  deleteNotConfirmed: wrong("Account not deleted", "Please type your own email to confirm."),
  deleteLastAdmin: wrong("Account not deleted", "You are the only admin. Make somebody else an admin first."),
  newsletterAsked: said("Almost there", "Please confirm with the link we have sent to your email."),
  contactSent: said("Message sent", "Thank you for writing to us. We reply within one working day."),
  missingInformation: wrong("Missing Information", "Please fill in all required fields."),
  orderFailed: wrong("Order Failed", "Something went wrong. Please try again."),
  orderOutOfStock: wrong("Out of Stock", "What you chose has just sold out. Nothing was ordered."),
  cartChanged: wrong(
    "Your cart has changed",
    "A price, a quantity or the delivery fee has changed. Please check the total before you order.",
  ),
  cartEmpty: wrong("Your cart is empty", "Add some products to get started"),
  orderExpired: wrong(
    "This order was not confirmed in time",
    "We held it for 30 minutes. Everything is still in your cart, so please order again.",
  ),
  onlineAmount: wrong("Order Failed", "An online payment must be at least ₹1. Please pay on delivery."),
  codClosed: wrong("Order Failed", "Cash on delivery is not available right now. Please pay online."),
  privacyRequired: wrong("Privacy Policy Required", "Please agree to our privacy policy to continue."),
  noOrderData: wrong("Order failed", "No order or product data available"),
  detailsWrong: wrong("Please check what you entered", "The marked fields need your attention."),
  couponUnknown: wrong("Coupon not used", "This code does not exist."),
  couponOver: wrong("Coupon not used", "This coupon is not valid today."),
  couponUsedUp: wrong("Coupon not used", "This coupon has been used up."),
  couponUsedByYou: wrong("Coupon not used", "You have used this coupon already."),
  couponFirstOrder: wrong("Coupon not used", "This coupon is for your first order."),
  couponMinimum: wrong("Coupon not used", "Your order is below the minimum for this coupon."),
  couponApplied: said("Coupon applied"),
  paymentNotStarted: wrong(
    "The payment could not be started",
    "Your order is saved. Please try again, or choose to pay on delivery.",
  ),
  orderNotFound: wrong("Order not found", "Please check your order ID and try again"),
  orderLookupFailed: wrong("Failed to fetch order details"),
  orderCancelled: said(
    "Your order is cancelled",
    "Nothing will be sent, and you do not have to pay anything.",
  ),
  orderCancelledAndRefunded: said("Your order is cancelled", "We are refunding what you have paid."),
  orderTooLate: wrong(
    "It is too late to cancel",
    "Your order has been shipped. You can return it once it has arrived.",
  ),
  orderedAgain: {
    ...said("Success", "Everything is in your cart"),
    link: { to: "/cart", label: "View Cart" },
  },
  orderedSomeAgain: {
    ...said("Some of it is in your cart", "The rest is no longer sold or is sold out."),
    link: { to: "/cart", label: "View Cart" },
  },
  orderedNothingAgain: wrong("Nothing was put into your cart", "It is no longer sold or is sold out."),
  phoneDiffers: wrong(
    "These digits are incorrect",
    "Please type the last four digits of the phone number that the order was placed with.",
  ),
  deleteOpenOrders: wrong(
    "Account not deleted",
    "One of your orders is still on its way. Please wait until it arrives, or cancel it first.",
  ),
  cartReadFailed: wrong("Error", "Failed to fetch cart items"),
  cartAdded: { ...said("Success", "Item added to cart"), about: "cart" },
  cartRemoved: { ...said("Success", "Item removed from cart"), about: "cart" },
  cartUpdated: { ...said("Cart updated"), about: "cart" },
  cartCleared: { ...said("Your cart is empty"), about: "cart" },
  ...returnMessages,
  reviewSaved: said("Thank you for your review", "It is now on the product page."),
  reviewNotDelivered: wrong(
    "This order has not arrived yet",
    "You can review items once you have received them.",
  ),
  reviewProductGone: wrong(
    "This product is no longer available",
    "There is no page left to show a review on.",
  ),
  chooseSize: wrong("Choose a size", "Please choose a size, then add it to your cart."),
  chooseColour: wrong("Choose a colour", "Please choose a colour, then add it to your cart."),
  outOfStock: wrong("Out of Stock", "What you chose has just sold out."),
  wishAdded: { ...said("Added to wishlist", "Product added to your wishlist"), about: "wishlist" },
  wishFailed: wrong("Error", "This product is no longer available."),
  wishRemoved: { ...said("Removed from wishlist", "Product removed from your wishlist"), about: "wishlist" },
  adminRequired: wrong("Admin access required"),
  statisticsFailed: wrong("Failed to fetch admin statistics", "Please try again in a moment."),
  usersFailed: wrong("Failed to fetch users", "Please try again in a moment."),
  roleUpdated: said(
    "User role updated successfully",
    "They have been signed out everywhere and need to log in again.",
  ),
  roleFailed: wrong("Failed to update user role", "This person no longer exists."),
  roleLastAdmin: wrong(
    "Failed to update user role",
    "This is the only admin. Make somebody else an admin first.",
  ),
  roleSignInAgain: wrong(
    "Failed to update user role",
    "You logged in more than 15 minutes ago. Please confirm your password.",
  ),
  rolePasswordWrong: wrong("Failed to update user role", "The password is incorrect."),
  userBlocked: said("This person is blocked", "They are signed out everywhere and cannot log in."),
  userUnblocked: said("This person may log in again"),
  blockLastAdmin: wrong("Nothing was changed", "This is the only admin. Make somebody else an admin first."),
  blockFailed: wrong("Nothing was changed", "This person no longer exists."),
  blockSignInAgain: wrong(
    "Nothing was changed",
    "You logged in more than 15 minutes ago. Please confirm your password.",
  ),
  blockPasswordWrong: wrong("Nothing was changed", "The password is incorrect."),
  offerSaved: said("Offer saved", "Prices in the shop change immediately."),
  offerStarted: said("Offer started"),
  offerEnded: said("Offer ended"),
  offerDeleted: said("Offer deleted"),
  offerGone: wrong("This offer is no longer here"),
  offerNotNow: wrong("Nothing was changed", "The offer had already started or ended."),
  couponSaved: said("Coupon saved", "Customers can use it as soon as it is active."),
  couponGone: wrong("This coupon is no longer here"),
  reviewHidden: said("Review hidden", "It no longer counts towards the product's rating."),
  reviewPublished: said("Review published"),
  reviewReplied: said("Reply saved", "It appears below the review."),
  reviewReplyRemoved: said("Reply removed"),
  reviewReasonNeeded: wrong(
    "Nothing was changed",
    "Please say why the review is hidden, in at most 300 characters.",
  ),
  reviewReplyTooLong: wrong("Nothing was saved", "A reply has at most 1,000 characters."),
  reviewGone: wrong("This review is no longer here"),
  importNoFile: wrong("Nothing was imported", "Please choose a CSV file, a ZIP of pictures, or both."),
  importTooLarge: wrong("Nothing was imported", "The files are too large: at most 200 MB together."),
  importNoSpace: wrong("Nothing was saved", "The shop's disk is nearly full."),
  importZipBroken: wrong("Nothing was saved", "The ZIP file is damaged or is not a ZIP file."),
  importZipTooMany: wrong("Nothing was saved", "A ZIP file may contain up to 5,000 files. Please split it."),
  importZipTooLarge: wrong("Nothing was saved", "Unpacked, the ZIP is larger than 1 GB. Please split it."),
  importZipNoPictures: wrong("Nothing was saved", "There is no picture in the ZIP that can be used."),
  importPicturesKept: said("Pictures uploaded", "Files that you import can now name them."),
  importStarted: said("Import started", "You can leave this page; it will continue."),
  importDone: wrong("This import has already been completed"),
  messageMarked: said("Message marked"),
  messageGone: wrong("This message is no longer here"),
  settingsSaved: said("Settings saved", "They apply in the shop immediately."),
  changedMeanwhile: wrong(
    "Somebody else has changed this in the meantime",
    "The saved value is shown below each field that differs. Save again to replace it with yours.",
  ),
  formWrong: wrong("Nothing was saved", "Please check the marked fields."),
  noticeAsked: said("We will write to you", "One mail, when it can be bought again."),
  emailInvalid: wrong("Please enter a complete email address, such as name@example.in."),
  tooManyMessages: wrong(
    "That is a lot of messages",
    "Please wait an hour, or call us. What you wrote is still here.",
  ),
  orderStatusUpdated: said("Order status updated successfully"),
  orderStatusFailed: wrong("Failed to update order status"),
  orderNotUndone: wrong(
    "This can no longer be undone",
    "It was longer than ten minutes ago, or something has happened since. Set the status in the order itself.",
  ),
  ordersFetchFailed: wrong("Failed to fetch orders"),
  refundStarted: said("Refund started", "The customer has a mail about it."),
  refundPaidOut: said("Refund marked as paid out"),
  refundSentBack: said("The payment goes back"),
  noteKept: said("Note kept"),
  mailSentAgain: said("The mail is on its way"),
  returnDecided: said("Done", "The customer has a mail about it."),
  deskNothingDone: wrong("Nothing was changed"),
} as const;

/** Said when a card puts a product into the cart (specification, section 8). */
export function addedToCart(name: string): Toast {
  return said("Added to cart", `${name} has been added to your cart`);
}

const whySkipped: Record<NotChosen, string> = {
  "choose-size": "Choose a size",
  "choose-colour": "Choose a colour",
  "out-of-stock": "Out of Stock",
  "not-sold": "No longer sold",
};
const mostNamed = 10;

/** Said when the whole wishlist goes into the cart: how many did, and one note for each reason with those that did not. */
export function addedAll({ added, skipped }: AddedEach): { toast: Toast; notes: string[] } {
  const notes = [...Map.groupBy(skipped, ({ why }) => why)].map(([why, some]) => {
    const names = some.slice(0, mostNamed).map(({ name }) => name);
    const more = some.length > mostNamed ? ` and ${some.length - mostNamed} more` : "";
    return `${whySkipped[why]}: ${names.join(", ")}${more}`;
  });
  if (skipped.length === 0) return { toast: said("Success", "All of your wishlist is in your cart"), notes };
  const figures = `${added} added to your cart, ${skipped.length} skipped`;
  return {
    toast: added > 0 ? said("Success", figures) : wrong("Nothing was added to your cart", figures),
    notes,
  };
}
