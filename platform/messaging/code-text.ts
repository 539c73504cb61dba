import type { CodeMessage } from "./messaging.server.ts";

/**
 * The words of an SMS with a code. Its last line is the one from which browsers fill the code in, for this shop only
 * (the format of "origin-bound one-time codes", wicg.github.io/sms-one-time-codes). A DLT template of the same words is
 * in docs/operations.md.
 */
export function codeText({ code, minutes, domain }: CodeMessage, shopName: string): string {
  return `${code} is your code for ${shopName}. It works for ${minutes} minutes. Never share it, we do not ask for it.\n\n@${domain} #${code}`;
}
