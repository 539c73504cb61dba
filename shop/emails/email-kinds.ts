import { type EmailKind, none, orderEmailKinds } from "./order-kinds.ts";

/*
 * Every email that the shop sends, as data: what it is called, when it is sent, what its placeholders stand for, and
 * the text that it has until staff publish their own. write-email.ts draws them.
 */

/** Every email has it. */
export const commonWords = { shop: "The name of the shop" } as const;

const button = { button: "The button, whose words you can change" } as const;
const ignore = "If it was not you, please ignore this email. Nothing happens unless you open the link.";
const phoneClosing = "If this was not you, log in, sign out all other devices and set a new password.";

function ofPhone(name: string, when: string, subject: string, text: string) {
  return {
    name,
    area: "Accounts" as const,
    when,
    words: none,
    blocks: button,
    required: [],
    text: {
      subject,
      heading: subject,
      body: `${text}\n\n{{button}}`,
      button: "Look at my account",
      closing: phoneClosing,
    },
  };
}

const ticket = { ticket: "The number of the message", topic: "What it is about" } as const;
const receivedClosing =
  "You are receiving this email because the contact form of {{shop}} was submitted with this address. If it was not you, please ignore this email.";

function ofReceived(name: string, when: string, text: string) {
  return {
    name,
    area: "Newsletter and notices" as const,
    when,
    words: ticket,
    blocks: { ticketDetails: "Ticket and topic" } as const,
    required: [],
    text: {
      subject: "We have received your message, {{ticket}}",
      heading: "Thank you for writing.",
      body: `${text}\n\n{{ticketDetails}}`,
      button: "",
      closing: receivedClosing,
    },
  };
}

/** All emails, by their keys. */
export const emailKinds = {
  ...orderEmailKinds,
  "verify-email": {
    name: "Verify your email",
    area: "Accounts",
    when: "When somebody signs up.",
    words: none,
    blocks: button,
    required: [],
    text: {
      subject: "Verify your email",
      heading: "Verify your email",
      body: "Confirm your email address and your account is ready. The link works for 24 hours.\n\n{{button}}",
      button: "Verify my email",
      closing: `You are receiving this email because somebody signed up with this address. ${ignore}`,
    },
  },
  "sign-up-again": {
    name: "You already have an account",
    area: "Accounts",
    when: "When somebody signs up with the address of an account.",
    words: { recoverLink: "The link to set a new password" },
    blocks: button,
    required: [],
    text: {
      subject: "You already have an account",
      heading: "You already have an account",
      body: "Somebody, perhaps you, tried to sign up with this address. You already have an account, so please log in instead.\n\n{{button}}\n\nForgot your password? Set a new one: {{recoverLink}}",
      button: "Log in",
      closing: "If it was not you, please ignore this email. Your account has not changed.",
    },
  },
  "new-password": {
    name: "Set a new password",
    area: "Accounts",
    when: "When somebody has forgotten their password.",
    words: none,
    blocks: button,
    required: [],
    text: {
      subject: "Set a new password",
      heading: "Set a new password",
      body: "The link works once, within 30 minutes. Setting a new password logs you out on all devices.\n\n{{button}}",
      button: "Set a new password",
      closing: `You are receiving this email because somebody asked for a new password. ${ignore}`,
    },
  },
  "login-link": {
    name: "Login link",
    area: "Accounts",
    when: "When somebody asks for a link to log in.",
    words: none,
    blocks: button,
    required: [],
    text: {
      subject: "Your login link",
      heading: "Log in with one click",
      body: "The link works once, within 10 minutes. Never share it: anyone who has it can log in as you.\n\n{{button}}",
      button: "Log in",
      closing: `You are receiving this email because somebody asked for a login link. ${ignore}`,
    },
  },
  "login-code": {
    name: "Login code",
    area: "Accounts",
    when: "When somebody asks for a code to log in.",
    words: { code: "The code" },
    blocks: none,
    required: ["code"],
    text: {
      subject: "Your login code",
      heading: "{{code}}",
      body: "Enter this code on the page where you asked for it. It works once, within 10 minutes. We never ask for it over the phone.",
      button: "",
      closing: `You are receiving this email because somebody asked for a login code. ${ignore}`,
    },
  },
  "password-changed": {
    name: "Password changed",
    area: "Accounts",
    when: "When a password was changed.",
    words: none,
    blocks: button,
    required: [],
    text: {
      subject: "Your password was changed",
      heading: "Your password was changed",
      body: "You have been logged out on all other devices. If this was not you, set a new password right away:\n\n{{button}}",
      button: "Set a new password",
      closing: "You are receiving this email because the password of your account was changed.",
    },
  },
  "email-code": {
    name: "Code to confirm an email",
    area: "Accounts",
    when: "When somebody who signed up by phone adds an email.",
    words: { code: "The code" },
    blocks: none,
    required: ["code"],
    text: {
      subject: "Your code to confirm this email",
      heading: "{{code}}",
      body: "Enter this code in your profile to add this email to your account. It works once, within 10 minutes.",
      button: "",
      closing:
        "You are receiving this email because somebody wants to add this address to their account. If it was not you, please ignore it.",
    },
  },
  "phone-added": ofPhone(
    "Mobile number added",
    "When a mobile number was added to an account.",
    "You can log in with a mobile number now",
    "A mobile number was added to your account. A code sent to it logs in.",
  ),
  "phone-removed": ofPhone(
    "Mobile number removed",
    "When the mobile number of an account was removed.",
    "Your mobile number was removed",
    "The mobile number of your account was removed. It cannot be used to log in any more.",
  ),
  "phone-moved": ofPhone(
    "Mobile number moved",
    "When somebody proved that the number of an account is theirs.",
    "Your mobile number was moved to another account",
    "Somebody proved with a code that your mobile number is theirs, and added it to another account. It does not log in to this account any more. Your password and your orders have not changed.",
  ),
  "newsletter-confirm": {
    name: "Confirm your subscription",
    area: "Newsletter and notices",
    when: "When somebody subscribes to the newsletter.",
    words: { hours: "For how many hours the link works" },
    blocks: button,
    required: [],
    text: {
      subject: "Please confirm your {{shop}} newsletter",
      heading: "Confirm your subscription",
      body: "Somebody, hopefully you, signed up for our newsletter with this address: new articles and new arrivals, now and then.\n\n{{button}}",
      button: "Confirm my address",
      closing:
        "The link works for {{hours}} hours. If it was not you, please ignore this email and we will not write again.",
    },
  },
  "newsletter-welcome": {
    name: "Welcome to the newsletter",
    area: "Newsletter and notices",
    when: "When a subscription was confirmed.",
    words: { unsubscribeLink: "The link that ends the subscription" },
    blocks: none,
    required: ["unsubscribeLink"],
    text: {
      subject: "Welcome to the {{shop}} newsletter",
      heading: "You are subscribed.",
      body: "Thank you for confirming. We will send the next newsletter to this address.\n\nYou can unsubscribe at any time with one click:\n{{unsubscribeLink}}",
      button: "",
      closing: "You may want to keep this email: the link in it always works.",
    },
  },
  "back-in-stock": {
    name: "Back in stock",
    area: "Newsletter and notices",
    when: "When a product is in stock again that somebody asked for.",
    words: { product: "The name of the product", item: "The product with its colour and size" },
    blocks: button,
    required: [],
    text: {
      subject: "{{product}} is back in stock",
      heading: "{{product}} is back in stock",
      body: "{{item}} is back in stock. There may be only a few left, and we cannot reserve one for you.\n\n{{button}}",
      button: "View product",
      closing: "You asked us to tell you when this is back in stock. We will not email you about it again.",
    },
  },
  "contact-received": ofReceived(
    "Message received",
    "When somebody sent the contact form.",
    "We reply within one working day, Monday to Saturday.",
  ),
  "grievance-received": ofReceived(
    "Grievance received",
    "When somebody sent the contact form with a grievance.",
    "The grievance officer will reply within 48 hours and resolve the matter within one month.",
  ),
  "contact-reply": {
    name: "Reply to a message",
    area: "Newsletter and notices",
    when: "When staff answer a message. An answer to a mail keeps its subject.",
    words: { ticket: ticket.ticket },
    blocks: { reply: "What staff wrote", earlier: "The message that is answered" },
    required: [],
    text: {
      // Some mail programs keep a thread by its subject: that of the mail that the message has come.
      subject: "Re: We have received your message, {{ticket}}",
      heading: "Our answer to your message",
      body: "{{reply}}\n\nYou wrote:\n\n{{earlier}}",
      button: "",
      closing:
        "You are receiving this email because you wrote to {{shop}}. Reply to it to write to us again.",
    },
  },
  "contact-to-shop": {
    name: "Message from the contact form",
    area: "The shop",
    when: "To the shop's own address, when somebody sent the contact form.",
    words: ticket,
    blocks: { sender: "Name, email and topic", message: "The message" },
    required: [],
    text: {
      subject: "{{ticket}}: {{topic}}",
      heading: "New message {{ticket}}",
      body: "{{sender}}\n\n{{message}}",
      button: "",
      closing: "Reply to this email to reach the sender.",
    },
  },
  "team-invitation": {
    name: "Invitation to the team",
    area: "The shop",
    when: "When staff invite somebody to the team.",
    words: { inviter: "Who invites", role: "The name of the role" },
    blocks: button,
    required: [],
    text: {
      subject: "Join the team of {{shop}}",
      heading: "Join the team of {{shop}}",
      body: "{{inviter}} has invited you to work on the shop as {{role}}.\n\n{{button}}\n\nThe link works once, within 72 hours. Never share it.",
      button: "Accept the invitation",
      closing:
        "You are receiving this email because somebody who runs the shop entered this address. If you do not know them, please ignore it.",
    },
  },
  "staff-notice": {
    name: "Notice to the team",
    area: "The shop",
    when: "When something has happened that a member of the team wants to be told, such as new orders.",
    words: { title: "What has happened, such as “3 new orders”", names: "Which they are" },
    blocks: button,
    required: [],
    text: {
      subject: "{{title}} · {{shop}}",
      heading: "{{title}}",
      body: "{{names}}\n\n{{button}}",
      button: "Open it",
      closing: "You work for {{shop}}. What you are told is chosen in the back office, under Notices.",
    },
  },
  "setup-test": {
    name: "Test of the mail server",
    area: "The shop",
    when: "When you try the mail server at Set up.",
    words: none,
    blocks: none,
    required: [],
    text: {
      subject: "Email works · {{shop}}",
      heading: "Email works",
      body: "This is what customers get: your shop can send emails.",
      button: "",
      closing: "You are receiving this email because you asked for a test on the setup screen.",
    },
  },
} as const satisfies Record<string, EmailKind>;

export type EmailKey = keyof typeof emailKinds;

const isEmailKey = (asked: string): asked is EmailKey => Object.hasOwn(emailKinds, asked);

/** The key of an address; null: there is no such email. */
export function emailKey(asked: string): EmailKey | null {
  return isEmailKey(asked) ? asked : null;
}

type Kinds = typeof emailKinds;
// Distributive, so that a union of kinds has the placeholders of each.
export type WordsOf<Key extends EmailKey> = Key extends EmailKey ? keyof Kinds[Key]["words"] : never;
export type BlocksOf<Key extends EmailKey> = Key extends EmailKey ? keyof Kinds[Key]["blocks"] : never;
