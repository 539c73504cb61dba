import { cleanLine, cleanLines } from "../text/clean-text.ts";

export const maxCommentLength = 2000;
export const maxNameLength = 60;

/** A review as typed. `displayName` null: shown as 'Anonymous User'. */
export type ReviewInput = { rating: number; comment: string; displayName: string | null };

export type ReviewErrors = Partial<Record<"rating" | "comment" | "displayName", string>>;

/**
 * Parses a review form. In: the fields `rating`, `comment`, `show-name` ("yes" for a name) and `displayName`. Out:
 * the cleaned review, or the errors by field.
 */
export function readReview(
  fields: ReadonlyMap<string, string>,
): { ok: true; words: ReviewInput } | { ok: false; errors: ReviewErrors } {
  const rating = /^[1-5]$/.test(fields.get("rating") ?? "") ? Number(fields.get("rating")) : 0;
  const comment = cleanLines(fields.get("comment") ?? "");
  const name = fields.get("show-name") === "yes" ? cleanLine(fields.get("displayName") ?? "") : null;
  const errors: ReviewErrors = {
    ...(rating === 0 ? { rating: "Please choose one to five stars." } : {}),
    ...(comment === "" ? { comment: "Please write a few words." } : {}),
    ...(comment.length > maxCommentLength ? { comment: "Please use at most 2,000 characters." } : {}),
    ...(name === "" ? { displayName: "Please write the name to show, or stay anonymous." } : {}),
    ...(name !== null && name.length > maxNameLength
      ? { displayName: "Please use at most 60 characters." }
      : {}),
  };
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, words: { rating, comment, displayName: name } };
}
