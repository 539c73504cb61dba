import type { ShopSettings } from "./settings.ts";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * Whether a GSTIN is well-formed and its check digit is right (GST portal: weights 1 and 2 in turn, quotient and
 * remainder by 36 summed). Catches any single typing error.
 */
export function validGstin(gstin: string): boolean {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(gstin)) return false;
  const sum = [...gstin.slice(0, 14)].reduce((all, character, index) => {
    const product = digits.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    return all + Math.floor(product / 36) + (product % 36);
  }, 0);
  return digits[(36 - (sum % 36)) % 36] === gstin[14];
}

/** Whether the owner has said that the business is not registered for GST: customers get receipts, goods need no rate. */
export function isUnregistered({ legal: { gstin, isUnregistered } }: Pick<ShopSettings, "legal">): boolean {
  return gstin === null && isUnregistered;
}
