import { expect, test } from "vitest";
import { channels } from "../../../platform/messaging/channels.ts";
import { messageKinds, phoneMessages } from "./message-kinds.ts";
import { filledText, namedIn, textToRegister } from "./template-text.ts";

/** What an SMS can hold in one byte each, without what takes two (3GPP TS 23.038): else each part holds 70 characters. */
const smsAlphabet = /^[A-Za-z0-9 .,:;!?'"()/@#&+-]*$/;

test.each(messageKinds)(
  "the text of '%s' is short, in the SMS alphabet, and no variable is at its end",
  (kind) => {
    const filled = filledText(
      kind,
      namedIn(kind).map((name) => [
        name,
        name === "link" ? `https://shop.example/track/${"a".repeat(36)}` : "x".repeat(18),
      ]),
      "Campus Style",
    );
    expect(filled).not.toMatch(/[{}]/);
    expect(filled).toMatch(smsAlphabet);
    // Two parts of a long SMS.
    expect(filled.length).toBeLessThanOrEqual(306);
    expect(phoneMessages[kind].text).toMatch(/ - \{shop\}$/);
  },
);

test("the text to register has the tags of the operators for SMS and Meta's numbers for WhatsApp", () => {
  expect(channels.map((channel) => textToRegister("shipped", channel, "Hostel Style"))).toEqual([
    "Your {#alphanumeric#} is on its way with {#alphanumeric#}. Track it here: {#url#} - Hostel Style",
    "Your {{1}} is on its way with {{2}}. Track it here: {{3}} - Hostel Style",
  ]);
});
