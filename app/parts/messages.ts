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
  loginNotOpen: wrong("Login failed", "Accounts open with the next release of this shop."),
  signupNotOpen: wrong("Signup failed", "Accounts open with the next release of this shop."),
  newsletterAsked: said("Almost there", "Please confirm with the link we have sent to your email."),
  contactSent: said("Message sent", "Thank you for writing. We answer within one working day."),
  orderNotFound: wrong("Order not found", "Please check your order ID and try again"),
  orderLookupFailed: wrong("Failed to fetch order details"),
  cartReadFailed: wrong("Error", "Failed to fetch cart items"),
  cartAddFailed: wrong("Error", "Failed to add item to cart"),
  adminRequired: wrong("Admin access required"),
  emailInvalid: wrong("Please write a full e-mail address, such as name@example.in."),
  tooManyMessages: wrong(
    "That is a lot of messages",
    "Please wait an hour, or call us. What you wrote is still here.",
  ),
} as const;
