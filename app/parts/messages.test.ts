import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { messages } from "./messages.ts";

const specification = readFileSync(new URL("../../docs/specification.md", import.meta.url), "utf8");

/** Messages for what the specification calls inert or leaves open; their words are ours (docs/decisions). */
const ours = new Set([
  "cartUpdated",
  "chooseSize",
  "outOfStock",
  "wishFailed",
  "noConnection",
  "wishSomeNeedSize",
  "loginWrong",
  "loginNotVerified",
  "loginTooOften",
  "loginCodeWrong",
  "loginBeginAgain",
  "signupNameBad",
  "signupEmailBad",
  "signupPasswordWeak",
  "signupTooOften",
  "googleFailed",
  "loggedOut",
  "emailVerified",
  "mailSent",
  "passwordSet",
  "passwordWeak",
  "linkOver",
  "tooManyTries",
  "busy",
  "secondFactorNeeded",
  "profileNameBad",
  "profilePhoneBad",
  "addressSaved",
  "addressDeleted",
  "addressIsDefault",
  "addressNotFound",
  "addressesFull",
  "notificationsRead",
  "passwordChanged",
  "passwordNotRight",
  "passwordWithGoogle",
  "passwordLinkSent",
  "signedOutElsewhere",
  "secondFactorOn",
  "secondFactorOff",
  "secondFactorAlreadyOn",
  "secondFactorPasswordBad",
  "secondFactorCodeBad",
  "deleteNotConfirmed",
  "deleteLastAdmin",
  "adminRequired",
  "newsletterAsked",
  "contactSent",
  "emailInvalid",
  "tooManyMessages",
]);

const specified = Object.entries(messages).filter(([name]) => !ours.has(name));

test.each(specified)("%s is said in the specification's words", (_name, { title, text }) => {
  expect(specification).toContain(`'${title}'`);
  if (text) expect(specification).toContain(`'${text}'`);
});

test.each([
  ["loginWrong", "Login failed"],
  ["signupEmailBad", "Signup failed"],
  ["googleFailed", "Google sign-in failed"],
  ["profileNameBad", "Error updating profile"],
  ["profilePhoneBad", "Error updating profile"],
] as const)("%s has the specified title", (name, title) => {
  expect(messages[name].title).toBe(title);
  expect(specification).toContain(`'${title}'`);
});
