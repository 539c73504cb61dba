import { z } from "zod";
import { emailAddress } from "../email-address.ts";
import { messageLength, topics } from "./topics.ts";

/** Everything below the space, DEL and the marks that turn the direction of writing, except tab and line break. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not reach a mail or the database
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

const oneLine = (text: string) => text.replace(/\s+/g, " ").replace(invisible, "").trim();
const manyLines = (text: string) => text.replace(/\r\n?/g, "\n").replace(invisible, "").trim();

/** A message as the form sends it: cleaned first, then measured. The name becomes one line. */
export const contactForm = z.object({
  name: z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, "Please write your name.").max(80, "Please use at most 80 characters.")),
  email: emailAddress,
  topic: z.enum(
    topics.map(({ id }) => id),
    "Please choose what it is about.",
  ),
  message: z
    .string()
    .transform(manyLines)
    .pipe(
      z
        .string()
        .min(messageLength.least, `Please write at least ${messageLength.least} characters.`)
        .max(messageLength.most, "Please use at most 4,000 characters."),
    ),
});

export type ContactForm = z.infer<typeof contactForm>;

/** "CS-1042", as the customer reads it. */
export function ticketName(ticket: number): string {
  return `CS-${ticket}`;
}

/** The ticket in an address, if it looks like one. */
export function ticketFrom(text: string | null): string | null {
  return text && /^CS-\d{4,12}$/.test(text) ? text : null;
}
