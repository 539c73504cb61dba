import { error, info } from "./message.ts";

// About accounts: signing in and up, the profile, addresses, notifications, two-step login.

export const signInForCart = error("Please login", "You need to login to add items to cart");
export const signInForWishlist = error("Please login", "You need to be logged in to add items to wishlist");
/** The pages themselves, to a guest who opened them: nothing is added. */
export const signInForOwnCart = error("Please login", "Log in to see your cart");
export const signInForOwnWishlist = error("Please login", "Log in to see your wishlist");
export const signInToBuy = error("Please login", "You need to be logged in to make a purchase");
export const passwordsDiffer = error("Passwords don't match", "Please make sure your passwords match");
export const welcomeBack = info("Welcome back!", "You have been logged in successfully");
/** Instead of `welcomeBack` to who was not here before: the first sign-in with Google or a mobile number. */
export const welcome = info("Welcome!", "You have been logged in successfully");
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
export const loginAppOver = error(
  "Login failed",
  "Your authenticator app no longer works here, because the shop's key was changed. Please ask us to turn off your two-step login; then you can log in and set it up again.",
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
export const signupClosed = error(
  "No new accounts at the moment",
  "The shop is closed. You can create an account once it is open.",
);
export const signupTooOften = error(
  "Signup failed",
  "There were too many attempts. Please try again in an hour.",
);
export const googleFailed = error("Google sign-in failed", "Please try again, or continue with your email.");
export const loggedOut = info("You are logged out");
export const endedMeanwhile = error(
  "You are no longer logged in",
  "Your account has been deleted, or this device was signed out.",
);
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
export const deleteSignInAgain = error(
  "Account not deleted",
  "You logged in some time ago. Please log out and in again, and then delete your account.",
);
export const notificationSettingsSaved = info("Your choices are saved");
export const pushOff = info("Notifications are off", "On all of your devices.");
export const adminRequired = error("Admin access required");

export const ownerLinkOver = error(
  "This link does not work any more",
  "It was used already, or it is older than an hour. Ask whoever runs the server for a new one (npm run owner).",
);
export const ownerReady = info(
  "The shop is yours",
  "You can log in here with your password and your app from now on.",
);
export const invitationOver = error(
  "This invitation does not work any more",
  "It was used or withdrawn, or it is older than 72 hours. Please ask for a new one.",
);
export const invitationHasAccount = error(
  "You have an account already",
  "Please log in with it, and open the link again.",
);
export const joinedTeam = info("Welcome to the team");
export const secondFactorNeeded = info(
  "One more step: two-step login",
  "The back office opens once it is on. Set it up below.",
);
export const secondFactorOn = info("Two-step login is on");
export const secondFactorOff = info("Two-step login is off");
export const secondFactorAlreadyOn = error("Two-step login is on already");
export const secondFactorPasswordBad = error("Nothing was changed", "The password is incorrect.");
export const secondFactorCodeBad = error(
  "Two-step login is not on yet",
  "The code is not right. Please try the next one.",
);
