import { type MessageKind, phoneMessages } from "../notifications/phone/message-kinds.ts";
import { namedIn, textToRegister } from "../notifications/phone/template-text.ts";

/** `name` is the path of the value in the settings; `wrong` is the error message. */
export type SettingField = {
  name: string;
  label: string;
  kind:
    | "text"
    | "long"
    | "number"
    | "rupees"
    | "check"
    | "lines"
    | "phone"
    | "codes"
    | "hours"
    | "founders"
    | "couriers";
  hint?: string;
  /** A text to copy elsewhere. In: the shop's name. */
  sample?: (shopName: string) => string;
  /** Of a few characters, although a text. */
  isShort?: true;
  /** Consecutive fields of one row stand side by side. */
  row?: string;
  wrong: string;
};

/** A text, which may be empty where its setting may. */
export const text = (name: string, label: string, hint?: string): SettingField => ({
  name,
  label,
  kind: "text",
  ...(hint && { hint }),
  wrong: "Please fill this in, at most 300 characters.",
});
/** An email address. */
export const email = (name: string, label: string): SettingField => ({
  ...text(name, label),
  wrong: "Please enter a complete email address, such as name@example.in.",
});
/** A number of days; of a pair the first is not after the second. */
export const days = (name: string, label: string, row?: string): SettingField => ({
  name,
  label,
  kind: "number",
  ...(row && { row }),
  wrong: "A whole number of days from 0 to 90; the first not after the second.",
});
/** The two templates of a message about orders. */
export function templateFields(kind: MessageKind): SettingField[] {
  const { label } = phoneMessages[kind];
  const names = namedIn(kind).map((name) => `##${name}##`);
  return [
    {
      name: `messages.sms.${kind}`,
      label: `${label}: SMS template`,
      kind: "text",
      hint: `Register this text with the operators (DLT). Its variables at MSG91: ${names.join(", ")}.`,
      sample: (shopName) => textToRegister(kind, "sms", shopName),
      wrong: "The id of an MSG91 template: letters, digits, - and _, at most 64.",
    },
    {
      name: `messages.whatsapp.${kind}`,
      label: `${label}: WhatsApp template`,
      kind: "text",
      hint: "The body of the template at Meta, category utility:",
      sample: (shopName) => textToRegister(kind, "whatsapp", shopName),
      wrong: "The name of a template at Meta: small letters, digits and _ only.",
    },
  ];
}
