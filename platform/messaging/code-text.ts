import type { CodeMessage } from "./messaging.server.ts";

/**
 * The text of an SMS with a code. From its last line browsers fill in the code, for this shop only (the format of
 * "origin-bound one-time codes", wicg.github.io/sms-one-time-codes). A DLT template with the same text is in
 * docs/operations.md.
 */
export function codeText({ code, minutes, domain }: CodeMessage, shopName: string): string {
  return `${code} is your code for ${shopName}. It works for ${minutes} minutes. Never share it, we do not ask for it.\n\n@${domain} #${code}`;
}
