import type { Channel } from "../../../platform/messaging/channels.ts";
import { type MessageKind, type MessageVariable, messageVariables, phoneMessages } from "./message-kinds.ts";

/** The variables of a message with their values, in the order of its text. */
export type FilledVariables = [name: string, value: string][];

/** The text of a message with its variables filled in. */
export function filledText(kind: MessageKind, variables: FilledVariables, shopName: string): string {
  const values = new Map([...variables, ["shop", shopName]]);
  return phoneMessages[kind].text.replaceAll(
    /\{(\w+)\}/g,
    (whole, name: string) => values.get(name) ?? whole,
  );
}

/**
 * The text to register: for SMS with the operators' tags of variables (DLT), for WhatsApp with Meta's numbers. The
 * shop's name is written out, as both require.
 */
export function textToRegister(kind: MessageKind, channel: Channel, shopName: string): string {
  const names = namedIn(kind);
  const marks = names.map((name, at): [string, string] => [
    name,
    channel === "whatsapp" ? `{{${at + 1}}}` : name === "link" ? "{#url#}" : "{#alphanumeric#}",
  ]);
  return filledText(kind, marks, shopName);
}

/** The variables of a message, in the order of its text. */
export function namedIn(kind: MessageKind): MessageVariable[] {
  const { text } = phoneMessages[kind];
  const at = (name: MessageVariable) => text.indexOf(`{${name}}`);
  return messageVariables.filter((name) => at(name) >= 0).toSorted((one, other) => at(one) - at(other));
}
