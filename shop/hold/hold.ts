import { plural } from "../money.ts";

/**
 * A restored shop that sends nothing yet: when its backup was made, when it was restored, and how much waits from before
 * that; `jobs`: background jobs that are due.
 */
export type HeldBack = {
  backup: Date;
  since: Date;
  emails: number;
  messages: number;
  pushes: number;
  jobs: number;
};

/** What waits, in words: "2 emails, 1 push message"; "nothing". */
export function waitingWords(held: Omit<HeldBack, "backup" | "since">): string {
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
