import { z } from "zod";
import { type EmailKey, emailKey, emailKinds } from "../emails/email-kinds.ts";
import { emailTextErrors } from "../emails/write-email.ts";
import type { MailText } from "../mail.ts";
import { cleanLine, cleanLines } from "../text/clean-text.ts";
import { type FormFields, type FormRead, readForm } from "../text/read-form.ts";
import type { PublishedKind } from "./publishing.server.ts";

const words = z.string();

/** The text of an email, by its key in `emailKinds`. */
export const emailTextKind: PublishedKind<MailText> = {
  kind: "mail-text",
  permission: "content.edit",
  touches: "emails",
  shape: z.object({ subject: words, heading: words, body: words, button: words, closing: words }),
  defaultContent: (key) => {
    const known = emailKey(key);
    return known && emailKinds[known].text;
  },
  nameOf: (key) => {
    const known = emailKey(key);
    return known ? emailKinds[known].name : key;
  },
  check: (_tx, key, content) => {
    const known = emailKey(key);
    return known ? emailTextErrors(known, content) : { subject: "There is no such email." };
  },
};

const line = (most: number) =>
  z
    .string()
    .overwrite(cleanLine)
    .min(1, "Please write something here.")
    .max(most, `At most ${most} characters.`);
const lines = (most: number) =>
  z
    .string()
    .overwrite(cleanLines)
    .min(1, "Please write something here.")
    .max(most, `At most ${most} characters.`);

const form = z.object({
  subject: line(150),
  heading: line(150),
  body: lines(5_000),
  button: line(60),
  closing: lines(500),
});

/** Reads the form of an email's text. Where the program chooses the words of the button there is no field for them. */
export function readEmailText(key: EmailKey, sent: FormFields): FormRead<MailText> {
  if (hasButtonWords(key)) return readForm(form, sent);
  const read = readForm(form.omit({ button: true }), sent);
  return read.ok ? { ok: true, value: { ...read.value, button: "" } } : read;
}

/** Whether the words of the email's button are part of its text. */
export function hasButtonWords(key: EmailKey): boolean {
  return emailKinds[key].text.button !== "";
}

/** A published text that fits what the email has now; null for another, whose default text is used then. */
export function usableEmailText(key: string, content: unknown): MailText | null {
  const known = emailKey(key);
  const read = emailTextKind.shape.safeParse(content);
  if (!known || !read.success) return null;
  return Object.keys(emailTextErrors(known, read.data)).length === 0 ? read.data : null;
}
