import { validGstin } from "../settings/gstin.ts";
import { stateOfGstin } from "../tax/states.ts";
import { cleanLine } from "../text/clean-text.ts";
import type { FieldErrors, FormRead } from "../text/read-form.ts";

/** A business that buys: the tax invoice is made out to it, so that it can claim the tax as credit. */
export type Business = { companyName: string; buyerGstin: string };

/** What makes an order of a business another submission under the same key; nothing for consumers (`keyClaim`). */
export function businessPayload(
  business: Business | null | undefined,
): Partial<Record<"business", Business>> {
  return business ? { business } : {};
}

/**
 * Reads the name and GSTIN of a business as typed with an order. Out: null when both are empty. The GSTIN must have
 * its check digit, and be of the state of the delivery (`state`, by name; "" while it is not known): that is the
 * place of supply, and the tax of another state is no credit for the buyer (IGST Act, section 10 (1) (a); CGST Act,
 * section 16).
 */
export function readBusiness(typed: Business, { state }: { state: string }): FormRead<Business | null> {
  const companyName = cleanLine(typed.companyName);
  const buyerGstin = cleanLine(typed.buyerGstin).replaceAll(/[\s-]/g, "").toUpperCase();
  if (companyName === "" && buyerGstin === "") return { ok: true, value: null };
  const errors: FieldErrors = {};
  if (companyName === "") errors.companyName = "Enter the name that the GSTIN is registered to.";
  else if (companyName.length > 100) errors.companyName = "Please use at most 100 characters.";
  const wrong = gstinError(buyerGstin, state);
  if (wrong) errors.buyerGstin = wrong;
  return Object.keys(errors).length > 0
    ? { ok: false, errors }
    : { ok: true, value: { companyName, buyerGstin } };
}

function gstinError(gstin: string, state: string): string | null {
  if (gstin === "") return "Enter the GSTIN, or leave both fields empty.";
  if (!validGstin(gstin)) return "This is not a GSTIN. Please check its 15 letters and digits.";
  const registered = stateOfGstin(gstin).name;
  if (registered === state || state === "") return null;
  return `This GSTIN is registered in ${registered}, and the parcel goes to ${state}. Please use the GSTIN for ${state}, or an address in ${registered}.`;
}
