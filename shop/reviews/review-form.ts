import { z } from "zod";
import { cleanLine, cleanLines } from "../text/clean-text.ts";
import { always, type FormFields, type FormRead, readForm } from "../text/read-form.ts";
import { fits, maxCommentLength, maxNameLength, type ReviewInput } from "./reviews.ts";

const reviewForm = z
  .object({
    rating: z
      .string()
      .regex(/^[1-5]$/, "Please choose one to five stars.")
      .transform(Number),
    comment: z
      .string()
      .overwrite(cleanLines)
      .min(1, "Please write a few words.")
      .max(maxCommentLength, "Please use at most 2,000 characters."),
    fit: z.enum(["", ...fits]).catch(""),
    "show-name": z.string(),
    displayName: z.string().overwrite(cleanLine),
  })
  .refine((review) => !showsName(review) || review.displayName !== "", {
    path: ["displayName"],
    message: "Please write the name to show, or stay anonymous.",
    when: always,
  })
  .refine((review) => !showsName(review) || review.displayName.length <= maxNameLength, {
    path: ["displayName"],
    message: "Please use at most 60 characters.",
    when: always,
  });

const showsName = (review: { "show-name": string }) => review["show-name"] === "yes";

/** Reads a review; a name only where `show-name` is "yes". */
export function readReview(fields: FormFields): FormRead<ReviewInput> {
  const read = readForm(reviewForm, fields);
  if (!read.ok) return read;
  const { rating, comment, displayName, fit } = read.value;
  return {
    ok: true,
    value: { rating, comment, displayName: showsName(read.value) ? displayName : null, fit: fit || null },
  };
}

/** The ids of the photos that a form removes (`removalField`). */
export function removedPhotos(fields: FormFields): string[] {
  return [...fields].flatMap(([name, value]) => {
    const [, id] = /^remove-([0-9a-f-]{36})$/.exec(name) ?? [];
    return id !== undefined && value === "yes" ? [id] : [];
  });
}
