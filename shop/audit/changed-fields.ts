import { rupees } from "../money.ts";

// What an act of the audit log changed, field by field, in words.

/** "price, MRP and stock"; at most three, then how many more. */
export function fieldNames(fields: readonly string[]): string {
  const names = fields.map((field) => lowerFirst(fieldWords(field)));
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : (shown[0] ?? "");
}

/** A field that an act changed, with its values in words; "" where the record had none. */
export type ChangedField = { field: string; before: string; after: string };

/**
 * The fields that differ in a record, in the order in which they were recorded. Of one that was added or deleted: those
 * that it had.
 */
export function changedFields({ before, after }: { before: unknown; after: unknown }): ChangedField[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const isEmpty = (field: string) =>
    (before === null || after === null) && (old.get(field) ?? now.get(field)) === "nothing";
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((field) => old.get(field) !== now.get(field) && !isEmpty(field))
    .map((field) => ({ field, before: old.get(field) ?? "", after: now.get(field) ?? "" }));
}

/** The values of a record as texts by field; those of an object within under "address city". */
export function valuesOf(value: unknown, within = ""): Map<string, string> {
  if (value === null || value === undefined) return new Map();
  if (Array.isArray(value) && value.length > 0 && value.every(isObject))
    return new Map(
      value.flatMap((one, at) => {
        const own = "sku" in one ? withoutMarks(one) : one;
        return [...valuesOf(own, `${within} ${itemName(one, at)}`.trim())];
      }),
    );
  if (!isObject(value)) return new Map([[within || "value", valueWords(within, value)]]);
  const fields = new Map<string, string>();
  for (const [name, inner] of Object.entries(value)) {
    if (unshown.has(name)) continue;
    const path = `${within} ${name}`.trim();
    if (inner === null || inner === undefined) fields.set(path, "nothing");
    else for (const [field, words] of valuesOf(inner, path)) fields.set(field, words);
  }
  return fields;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What names a variant, or only served to save it, is no change that anybody made. */
function withoutMarks(item: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => !/^(id|seen|reserved|step|size|colour)$/.test(name)),
  );
}

/** An item of a list by its colour and size, name or title; else by its number. */
function itemName(item: Record<string, unknown>, at: number): string {
  const text = (name: string) => (typeof item[name] === "string" ? item[name].trim() : "");
  const pair = [text("colour"), text("size")].filter(Boolean).join(" ");
  return pair || text("name") || text("title") || text("label") || String(at + 1);
}

/** Served only to save the record. */
const unshown = new Set(["dataFields"]);

/** Fields with amounts: whole numbers are paise, texts are rupees as typed. */
const amounts = /^(price|originalPrice|cost|amount|total|due)$/;

function valueWords(field: string, value: unknown): string {
  const name = field.split(" ").at(-1) ?? "";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (value === "") return "nothing";
  if (amounts.test(name) && Number.isSafeInteger(value)) return rupees(Number(value));
  if (amounts.test(name) && typeof value === "string" && /^\d+(\.\d+)?$/.test(value)) return `₹${value}`;
  if (Array.isArray(value)) {
    if (value.length === 0) return "nothing";
    const isPlain = value.every((one) => typeof one !== "object" || one === null);
    return isPlain ? value.map(String).join(", ") : JSON.stringify(value, null, 1);
  }
  return String(value);
}

const fieldNamesInWords: Record<string, string> = {
  originalPrice: "MRP",
  hsnCode: "HSN code",
  sku: "SKU",
  categoryId: "Category",
};

/** "validFrom" as "Valid from", "variants Indigo S stock" as "Variants Indigo S stock". */
export function fieldWords(path: string): string {
  const known = fieldNamesInWords[path];
  if (known) return known;
  return upperFirst(
    path
      .split(" ")
      .map((name) => fieldNamesInWords[name] ?? plainName(name))
      .join(" "),
  );
}

function plainName(name: string): string {
  if (!/^[a-z][A-Za-z]*([-_.][A-Za-z]+)*$/.test(name)) return name;
  return name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[-_.]/g, " ")
    .toLowerCase();
}

/** "order" as "Order". */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "Order 5F0C" as "order 5F0C"; "MRP" stays. */
export function lowerFirst(text: string): string {
  return /^[A-Z][A-Z]/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
