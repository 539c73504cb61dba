import { z } from "zod";
import { cleanLine, cleanLines } from "../../text/clean-text.ts";
import { emailAddress } from "../../text/email-address.ts";
import { contactTopics, messageLength } from "./topics.ts";

/** A message of the form: cleaned first, then checked for length. The name becomes one line. */
export const contactForm = z.object({
  name: z
    .string()
    .transform(cleanLine)
    .pipe(z.string().min(1, "Please enter your name.").max(80, "Please use at most 80 characters.")),
  email: emailAddress,
  topic: z.enum(
    contactTopics.map(({ id }) => id),
    "Please choose what it is about.",
  ),
  message: z
    .string()
    .transform(cleanLines)
    .pipe(
      z
        .string()
        .min(messageLength.least, `Please write at least ${messageLength.least} characters.`)
        .max(messageLength.most, "Please use at most 4,000 characters."),
    ),
});

export type ContactMessage = z.infer<typeof contactForm>;

/** "T-1042", as shown to the customer. */
export function ticketName(ticket: number): string {
  return `T-${ticket}`;
}

/** The ticket number in an address, if it is well-formed. */
export function ticketFrom(text: string | null): string | null {
  return text && /^T-\d{4,12}$/.test(text) ? text : null;
}
