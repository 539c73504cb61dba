import type { Toast } from "../ui/toast.tsx";

/**
 * Every toast and refusal in the words of the specification, section 8.
 * messages.test.ts holds them against docs/specification.md, so a changed word shows.
 */
const said = (title: string, text?: string): Toast => ({ title, text });
const wrong = (title: string, text?: string): Toast => ({ title, text, tone: "wrong" });

export const messages = {
  signInForCart: wrong("Please login", "You need to login to add items to cart"),
  signInForWishlist: wrong("Please login", "You need to be logged in to add items to wishlist"),
  signInToBuy: wrong("Please login", "You need to be logged in to make a purchase"),
  passwordsDiffer: wrong("Passwords don't match", "Please make sure your passwords match"),
  welcomeBack: said("Welcome back!", "You have been logged in successfully"),
  accountCreated: said("Account created!", "Please check your email to verify your account"),
  loginWrong: wrong("Login failed", "The email or the password is not right."),
  loginNotVerified: wrong(
    "Login failed",
    "Please verify your email first. We have just sent you the link again.",
  ),
  loginTooOften: wrong(
    "Login failed",
    "There were too many tries. Please wait 15 minutes, or ask for a code by email below.",
  ),
  loginCodeWrong: wrong("Login failed", "The code is not right, or it is too old."),
  loginBeginAgain: wrong("Login failed", "That took too long or too many tries. Please log in again."),
  signupNameBad: wrong("Signup failed", "Please write your name, without < or >."),
  signupEmailBad: wrong("Signup failed", "Please write a full e-mail address, such as name@example.in."),
  signupPasswordWeak: wrong(
    "Signup failed",
    "Please choose a password of at least 10 characters that nobody would guess.",
  ),
  signupTooOften: wrong("Signup failed", "There were too many tries. Please wait an hour."),
  googleFailed: wrong("Google sign-in failed", "Nothing was changed. Please try again, or use your email."),
  loggedOut: said("You are logged out"),
  emailVerified: said("Your email is verified", "You can log in now."),
  mailSent: said(
    "Check your email",
    "If the address has an account, a mail is on its way. It may take a minute.",
  ),
  passwordSet: said("Your new password is set", "You can log in with it now."),
  passwordWeak: wrong("Please choose another password", "At least 10 characters that nobody would guess."),
  linkOver: wrong(
    "This link does not work any more",
    "It was used already or is too old. Please ask for a new one.",
  ),
  tooManyTries: wrong("There were too many tries", "Please wait a while and try again."),
  busy: wrong("We are very busy right now", "Please try again in a moment."),
  secondFactorNeeded: wrong(
    "Admins need two-step login",
    "Please set up your authenticator app first, under Security.",
  ),
  profileUpdated: said("Profile updated successfully!"),
  profileNameBad: wrong("Error updating profile", "Please write your name, without < or >."),
  profilePhoneBad: wrong(
    "Error updating profile",
    "A mobile number has ten digits and starts with 6, 7, 8 or 9.",
  ),
  addressSaved: said("Address saved"),
  addressDeleted: said("Address deleted"),
  addressIsDefault: said("This is your default address now"),
  addressNotFound: wrong("Error", "This address is not in your book any more."),
  addressesFull: wrong("Error", "Your address book is full. Please delete an address first."),
  notificationsRead: said("All notifications are read"),
  passwordChanged: said("Password changed", "All other devices are signed out."),
  passwordNotRight: wrong("Password not changed", "The current password is not right."),
  passwordWithGoogle: wrong(
    "Password not changed",
    "You log in with Google and have no password yet. Set one first, under Security.",
  ),
  passwordLinkSent: said(
    "Check your email",
    "The link to set your password is on its way. It works for 30 minutes.",
  ),
  signedOutElsewhere: said("All other devices are signed out"),
  secondFactorOn: said("Two-step login is on"),
  secondFactorOff: said("Two-step login is off"),
  secondFactorAlreadyOn: wrong("Two-step login is on already"),
  secondFactorPasswordBad: wrong("Nothing was changed", "The password is not right."),
  secondFactorCodeBad: wrong(
    "Two-step login is not on yet",
    "The code is not right. Please try the next one.",
  ),
  deleteNotConfirmed: wrong("Account not deleted", "Please type your own email to confirm."),
  deleteLastAdmin: wrong("Account not deleted", "You are the only admin. Make somebody else an admin first."),
  newsletterAsked: said("Almost there", "Please confirm with the link we have sent to your email."),
  contactSent: said("Message sent", "Thank you for writing. We answer within one working day."),
  orderNotFound: wrong("Order not found", "Please check your order ID and try again"),
  orderLookupFailed: wrong("Failed to fetch order details"),
  cartReadFailed: wrong("Error", "Failed to fetch cart items"),
  cartAddFailed: wrong("Error", "Failed to add item to cart"),
  cartUpdateFailed: wrong("Error", "Failed to update cart"),
  cartRemoveFailed: wrong("Error", "Failed to remove item"),
  cartClearFailed: wrong("Error", "Failed to clear cart"),
  cartAdded: said("Success", "Item added to cart"),
  cartRemoved: said("Success", "Item removed from cart"),
  cartUpdated: said("Cart updated"),
  cartCleared: said("Your cart is empty"),
  chooseSize: wrong("Choose a size", "Please choose a size, then add it to your cart."),
  outOfStock: wrong("Out of Stock", "What you chose has just been sold out."),
  wishAdded: said("Added to wishlist", "Product added to your wishlist"),
  noConnection: wrong("Error", "We could not reach the shop. Please try again."),
  wishFailed: wrong("Error", "This product is no longer here."),
  wishSomeNeedSize: said("Success", "Some products are in your cart. Others need a size or are sold out."),
  wishRemoved: said("Removed from wishlist", "Product removed from your wishlist"),
  adminRequired: wrong("Admin access required"),
  emailInvalid: wrong("Please write a full e-mail address, such as name@example.in."),
  tooManyMessages: wrong(
    "That is a lot of messages",
    "Please wait an hour, or call us. What you wrote is still here.",
  ),
} as const;

/** Said when a card puts a product into the cart (specification, section 8). */
export function addedToCart(name: string): Toast {
  return said("Added to cart", `${name} has been added to your cart`);
}
