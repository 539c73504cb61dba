import { type ReturnReason, returnReasons } from "../orders/remarks/return-reasons.ts";
import { cleanLines } from "../text/clean-text.ts";
import type { FieldErrors, FormFields, FormRead } from "../text/read-form.ts";
import { maxAnswerLength, maxDetailsLength, type ReturnKind, returnKinds } from "./returns.ts";

/** A line of the form: how many units may be returned, and the possible replacements. */
export type FormLine = { id: string; left: number; choices: { variantId: string }[] };

type ReturnFields = {
  kind: ReturnKind;
  reason: ReturnReason;
  details: string;
  lines: { lineId: string; quantity: number; exchangeVariantId: string | null }[];
  /** "" where none is asked for. */
  lateReason: string;
};

/** For the field `lateReason`. */
export const lateReasonNeeded = "Please say why it is taken back after the return window.";

/**
 * Parses a return form: `kind`, `reason`, `details`, and for each line `quantity-<id>` and `size-<id>` (a variant's
 * id, which means one unit when no quantity is chosen). Only lines of the order are read. `isLate`: staff enter it after
 * the return window, which needs a `lateReason`. Out: the request, or the errors by field; "lines" for all lines.
 */
export function readReturn(
  fields: FormFields,
  lines: readonly FormLine[],
  { isLate = false }: { isLate?: boolean } = {},
): FormRead<ReturnFields> {
  const errors: FieldErrors = {};
  const kind = returnKinds.find((one) => one === fields.get("kind"));
  if (!kind) errors.kind = "Please choose: a refund or an exchange.";
  const chosen = lines.flatMap(({ id, left, choices }) => {
    const wanted = fields.get(`size-${id}`) ?? "";
    // Who chooses another size wants to exchange one piece, unless they say how many.
    const least = kind === "exchange" && wanted !== "" ? 1 : 0;
    const asked = fields.get(`quantity-${id}`) ?? "0";
    const quantity = /^\d{1,2}$/.test(asked) ? Math.max(Number(asked), least) : left + 1;
    if (quantity === 0) return [];
    if (quantity > left) errors.lines = "That is more than is left to return.";
    const exchangeVariantId = kind === "exchange" && wanted !== "" ? wanted : null;
    if (kind === "exchange" && !exchangeVariantId)
      errors[`size-${id}`] =
        choices.length > 0 ? "Please choose what to exchange it for." : "Nothing else of it is in stock.";
    return [{ lineId: id, quantity, exchangeVariantId }];
  });
  if (chosen.length === 0) errors.lines = "Please choose at least one item.";
  const reason = returnReasons.find((one) => one === fields.get("reason"));
  if (!reason) errors.reason = "Please choose a reason.";
  const details = cleanLines(fields.get("details") ?? "");
  if (details.length > maxDetailsLength) errors.details = "Please use at most 1,000 characters.";
  if (reason === "other" && details === "") errors.details = "Please say what is wrong.";
  const lateReason = isLate ? cleanLines(fields.get("lateReason") ?? "") : "";
  if (lateReason.length > maxAnswerLength) errors.lateReason = "Please use at most 300 characters.";
  if (isLate && lateReason === "") errors.lateReason = lateReasonNeeded;
  if (!kind || !reason || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, value: { kind, reason, details, lines: chosen, lateReason } };
}
