import { error, info } from "./message.ts";

// Toasts of two-step login and of the owner's setup link.

export const ownerLinkOver = error(
  "This link does not work any more",
  "It was used already, or it is older than an hour. Make a new one with npm run owner on the shop's machine.",
);
export const ownerReady = info(
  "The shop is yours",
  "You can log in here with your password and your app from now on.",
);
export const secondFactorNeeded = error(
  "Admins need two-step login",
  "Please set up your authenticator app first, under Security.",
);
export const secondFactorOn = info("Two-step login is on");
export const secondFactorOff = info("Two-step login is off");
export const secondFactorAlreadyOn = error("Two-step login is on already");
export const secondFactorPasswordBad = error("Nothing was changed", "The password is incorrect.");
export const secondFactorCodeBad = error(
  "Two-step login is not on yet",
  "The code is not right. Please try the next one.",
);
