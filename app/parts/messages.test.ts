import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { addedAll, messages } from "./messages.ts";

const specification = readFileSync(new URL("../../docs/specification.md", import.meta.url), "utf8");

/** Messages for what the specification calls inert or leaves open; their words are ours (docs/decisions). */
const ours = new Set([
  "cartUpdated",
  "chooseSize",
  "outOfStock",
  "wishFailed",
  "noConnection",
  "chooseColour",
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
  "orderCancelled",
  "orderTooLate",
  "orderNotPayable",
  "orderSoldOut",
  "onlinePaymentClosed",
  "paymentSilent",
  "paymentRefused",
  "paymentBegins",
  "codChosen",
  "codNotTaken",
  "orderedAgain",
  "orderedSomeAgain",
  "orderedNothingAgain",
  "phoneDiffers",
  "deleteOpenOrders",
  "refundStarted",
  "refundPaidOut",
  "refundSentBack",
  "noteKept",
  "mailSentAgain",
  "returnDecided",
  "deskNothingDone",
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

test("what the wishlist could not put into the cart is named with its reason, long lists in short", () => {
  const skipped = [
    ...Array.from({ length: 12 }, (_, place) => ({
      name: `Kurta ${place + 1}`,
      why: "choose-size" as const,
    })),
    { name: "Tote", why: "out-of-stock" as const },
  ];
  const { toast, notes } = addedAll({ added: 3, skipped });
  expect(toast).toEqual({ title: "Success", text: "3 added to your cart, 13 skipped" });
  expect(notes[0]).toMatch(/^Choose a size: Kurta 1, Kurta 2, .*Kurta 10 and 2 more$/);
  expect(notes[1]).toBe("Out of Stock: Tote");
  expect(addedAll({ added: 0, skipped }).toast.tone).toBe("wrong");
  expect(addedAll({ added: 3, skipped: [] }).notes).toEqual([]);
});
