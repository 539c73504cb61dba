import type { Provider, VariableTexts } from "../../platform/credentials/providers.server.ts";
import type { Channel } from "../../platform/messaging/channels.ts";

/** A field of the form of a provider's keys. `secret`: never shown again; left empty it stays as it is. */
type KeyField = {
  name: string;
  label: string;
  secret?: true;
  optional?: true;
  hint?: string;
  choices?: readonly { value: string; label: string }[];
  /** The value of a new form. */
  initial?: string;
};

type KeyForm = {
  title: string;
  text: string;
  fields: readonly KeyField[];
  /** What the button does: a call that sends nothing to anybody, a message, or a code. */
  trial: { by: "call" | "mail" | Channel; label: string };
};

const webhookHint =
  "A word of your own, at least 16 characters: enter it there as x-api-key, with the address /functions/parcel-webhook of this shop. Without it the shop asks every 30 minutes.";

/** The keys that staff may enter, in the order of the screen. Names are those of the environment variables, where there is one. */
export const keyForms: Record<Provider, KeyForm> = {
  cashfree: {
    title: "Cashfree",
    text: "Online payment by UPI, card and netbanking. The keys are at Cashfree under Developers, API Keys.",
    trial: { by: "call", label: "Try the keys" },
    fields: [
      { name: "CASHFREE_APP_ID", label: "App ID" },
      { name: "CASHFREE_SECRET_KEY", label: "Secret key", secret: true },
      {
        name: "CASHFREE_MODE",
        label: "Account",
        choices: [
          { value: "sandbox", label: "Sandbox: nobody really pays" },
          { value: "production", label: "Production: real money" },
        ],
        initial: "sandbox",
      },
    ],
  },
  smtp: {
    title: "Mail server",
    text: "Through it customers get confirmations, codes and news about their orders. Your mail provider calls it SMTP.",
    trial: { by: "mail", label: "Send a test message to yourself" },
    fields: [
      { name: "host", label: "Server", hint: "Such as smtp.zoho.in" },
      {
        name: "port",
        label: "Port",
        hint: "465 is encrypted from the start, 587 after the greeting.",
        initial: "465",
      },
      { name: "user", label: "User name", optional: true },
      { name: "secret", label: "Password", secret: true, optional: true },
      { name: "MAIL_FROM", label: "Sender", hint: "Such as orders@shop.in, or Shop <orders@shop.in>" },
    ],
  },
  imap: {
    title: "Mailbox",
    text: "What customers answer by mail comes into Messages. Your mail provider calls it IMAP. The shop reads the inbox and changes nothing in it.",
    trial: { by: "call", label: "Try the mailbox" },
    fields: [
      { name: "host", label: "Server", hint: "Such as imap.zoho.in" },
      {
        name: "port",
        label: "Port",
        hint: "993 is encrypted from the start, 143 after the greeting.",
        initial: "993",
      },
      {
        name: "user",
        label: "User name",
        hint: "Of the mailbox to which mails to the sender of the shop's mails come.",
      },
      { name: "secret", label: "Password", secret: true, hint: "Some providers ask for an app password." },
    ],
  },
  msg91: {
    title: "MSG91",
    text: "Login codes and messages about orders by SMS. The template is the one for codes, registered with DLT.",
    trial: { by: "sms", label: "Send a test code" },
    fields: [
      { name: "MSG91_AUTH_KEY", label: "Auth key", secret: true },
      { name: "MSG91_TEMPLATE_ID", label: "Template for codes", hint: "Its id at MSG91." },
    ],
  },
  whatsapp: {
    title: "WhatsApp",
    text: "Login codes and messages about orders by WhatsApp, through Meta's Cloud API.",
    trial: { by: "whatsapp", label: "Send a test code" },
    fields: [
      { name: "WHATSAPP_TOKEN", label: "Access token", secret: true },
      { name: "WHATSAPP_PHONE_NUMBER_ID", label: "Phone number ID" },
      {
        name: "WHATSAPP_TEMPLATE",
        label: "Template for codes",
        hint: "An authentication template with a “copy code” button.",
        initial: "sign_in_code",
      },
      { name: "WHATSAPP_LANGUAGE", label: "Language of the templates", initial: "en" },
      {
        name: "WHATSAPP_APP_SECRET",
        label: "App secret",
        secret: true,
        optional: true,
        hint: "For reports of what was delivered.",
      },
      {
        name: "WHATSAPP_VERIFY_TOKEN",
        label: "Verify token",
        secret: true,
        optional: true,
        hint: "The word that you enter for the webhook at Meta.",
      },
    ],
  },
  google: {
    title: "Google sign-in",
    text: "Customers log in with their Google account. The keys are in Google's Cloud Console under Credentials.",
    trial: { by: "call", label: "Try the keys" },
    fields: [
      { name: "GOOGLE_CLIENT_ID", label: "Client ID" },
      { name: "GOOGLE_CLIENT_SECRET", label: "Client secret", secret: true },
    ],
  },
  shiprocket: {
    title: "Shiprocket",
    text: "Parcels are booked, tracked and cancelled from their orders. Written from Shiprocket's public documents and never tried with its real service: begin with one parcel.",
    trial: { by: "call", label: "Try the keys" },
    fields: [
      { name: "SHIPROCKET_EMAIL", label: "Email of an API user", hint: "At Shiprocket under Settings, API." },
      { name: "SHIPROCKET_PASSWORD", label: "Password", secret: true },
      {
        name: "SHIPROCKET_PICKUP",
        label: "Pickup location",
        hint: "Its name at Shiprocket, letter by letter.",
      },
      { name: "SHIPROCKET_PICKUP_PIN", label: "PIN code of the pickup location" },
      {
        name: "SHIPROCKET_WEBHOOK_KEY",
        label: "Webhook key",
        secret: true,
        optional: true,
        hint: webhookHint,
      },
    ],
  },
  delhivery: {
    title: "Delhivery",
    text: "Parcels are booked, tracked and cancelled from their orders. Written from Delhivery's public documents and never tried with its real service: begin with the test account.",
    trial: { by: "call", label: "Try the keys" },
    fields: [
      {
        name: "DELHIVERY_TOKEN",
        label: "API token",
        secret: true,
        hint: "At Delhivery One under Settings, API Setup.",
      },
      {
        name: "DELHIVERY_PICKUP",
        label: "Pickup location",
        hint: "Its name at Delhivery, letter by letter.",
      },
      {
        name: "DELHIVERY_MODE",
        label: "Account",
        choices: [
          { value: "staging", label: "Test: nobody fetches anything" },
          { value: "production", label: "Production: real parcels" },
        ],
        initial: "staging",
      },
      {
        name: "DELHIVERY_WEBHOOK_KEY",
        label: "Webhook key",
        secret: true,
        optional: true,
        hint: webhookHint,
      },
    ],
  },
};

const isProvider = (name: string): name is Provider => name in keyForms;

/** The providers in the order of the screen. */
export const keyProviders = Object.keys(keyForms).filter(isProvider);

/** Mail servers, whose address is one variable: its name, and its beginning by the port that is encrypted at once. */
const serverAddresses = {
  smtp: { variable: "SMTP_URL", scheme: "smtp", encrypted: "465", example: "smtp.zoho.in" },
  imap: { variable: "IMAP_URL", scheme: "imap", encrypted: "993", example: "imap.zoho.in" },
} as const;

function isServer(provider: Provider): provider is keyof typeof serverAddresses {
  return provider in serverAddresses;
}

/** The environment variables of a form's values. Only those of mail servers differ: the address is one variable. */
export function variablesOf(provider: Provider, values: Readonly<Record<string, string>>): VariableTexts {
  if (!isServer(provider))
    return Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ""));
  const { variable, scheme, encrypted } = serverAddresses[provider];
  const { host = "", port = "", user = "", secret = "", MAIL_FROM } = values;
  const login = user === "" ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(secret)}@`;
  return {
    [variable]: `${scheme}${port === encrypted ? "s" : ""}://${login}${host}:${port}`,
    ...(MAIL_FROM !== undefined && { MAIL_FROM }),
  };
}

/** Errors by field that only the form can have; the variables are checked as those of the environment. */
export function formErrors(
  provider: Provider,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { name, label, optional, choices } of keyForms[provider].fields) {
    const value = values[name] ?? "";
    if (value === "" && !optional) errors[name] = `${label} is missing.`;
    else if (value.length > 1_000) errors[name] = "Please use at most 1,000 characters.";
    else if (choices && !choices.some((choice) => choice.value === value))
      errors[name] = "Please choose one of the list.";
  }
  if (!isServer(provider)) return errors;
  const { host = "", port = "" } = values;
  if (host !== "" && !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(host))
    errors.host = `The name of the server alone, such as ${serverAddresses[provider].example}.`;
  if (port !== "" && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535))
    errors.port = `A number from 1 to 65535, such as ${serverAddresses[provider].encrypted}.`;
  return errors;
}
