import { z } from "zod";
import { type FormFields, type FormRead, fieldReadBy, readForm } from "../../text/read-form.ts";

/** Payout details of a cash refund: a UPI id, or a bank account in India. */
export const payoutDetailsShape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("upi"), upiId: z.string() }),
  z.object({ kind: z.literal("bank"), account: z.string(), ifsc: z.string(), holder: z.string() }),
]);
export type PayoutDetails = z.infer<typeof payoutDetailsShape>;

/** `typed` if it is well-formed, else null. */
const ofForm = (form: RegExp) => (typed: string) => (form.test(typed) ? typed : null);
const joined = (typed: string) => typed.replace(/[\s-]/g, "");

const upiForm = z.object({
  upi: fieldReadBy(
    ofForm(/^[a-z0-9._-]{2,100}@[a-z][a-z0-9]{1,30}$/i),
    "Please enter a UPI id such as asha@okaxis.",
  ),
});

const bankForm = z
  .object({
    account: fieldReadBy(
      (typed) => ofForm(/^\d{9,18}$/)(joined(typed)),
      "Please enter the account number: 9 to 18 digits.",
    ),
    again: z.string(),
    ifsc: fieldReadBy(
      (typed) => ofForm(/^[A-Z]{4}0[A-Z0-9]{6}$/)(joined(typed).toUpperCase()),
      "Please enter the IFSC of the branch, such as HDFC0001234.",
    ),
    holder: fieldReadBy(ofForm(/^(?=.*\p{L}).{2,100}$/u), "Please enter the name of the account's holder."),
  })
  .refine(({ account, again }) => account === joined(again), {
    path: ["again"],
    message: "The two account numbers differ.",
  });

/**
 * Parses payout details. In: `kind` "upi" with `upi` (name@handle), or "bank" with `account` (9 to 18 digits), the same
 * in `again`, `ifsc` (RBI: four letters, a zero, six letters or digits) and `holder`. Only the format is checked, not
 * whether the account exists.
 */
export function readPayout(fields: FormFields): FormRead<PayoutDetails> {
  if (fields.get("kind") === "bank") {
    const read = readForm(bankForm, fields);
    if (!read.ok) return read;
    const { account, ifsc, holder } = read.value;
    return { ok: true, value: { kind: "bank", account, ifsc, holder } };
  }
  const read = readForm(upiForm, fields);
  return read.ok ? { ok: true, value: { kind: "upi", upiId: read.value.upi } } : read;
}

/** Masked, but recognisable for the owner: "as•••@okaxis", "Account •••• 6789, HDFC0001234". */
export function maskedPayout(details: PayoutDetails): string {
  if (details.kind === "bank") return `Account •••• ${details.account.slice(-4)}, ${details.ifsc}`;
  const [name = "", handle = ""] = details.upiId.split("@");
  return `${name.slice(0, Math.min(2, name.length - 1))}•••@${handle}`;
}
