import { plural } from "../money.ts";

/** What waits in a restored shop, from before it was restored; `jobs`: background work that is due. */
export type HeldBack = { emails: number; messages: number; pushes: number; jobs: number };

/** What waits, in words: "2 emails, 1 push message"; "nothing". */
export function waitingWords(held: HeldBack): string {
  const parts = [
    ...(held.emails > 0 ? [plural(held.emails, "email")] : []),
    ...(held.messages > 0
      ? [plural(held.messages, "SMS or WhatsApp message", "SMS and WhatsApp messages")]
      : []),
    ...(held.pushes > 0 ? [plural(held.pushes, "push message")] : []),
    ...(held.jobs > 0 ? [plural(held.jobs, "background job")] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : "nothing";
}
