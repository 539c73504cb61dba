import { isMark, isRecordId, valueWords } from "./field-values.ts";

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
    [old.get(field), now.get(field)].every((words) => words === undefined || words === "nothing");
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((field) => old.get(field) !== now.get(field) && !isEmpty(field))
    .map((field) => ({ field, before: old.get(field) ?? "", after: now.get(field) ?? "" }));
}

/** The values of a record as texts by field; those of an object within under "address city". */
export function valuesOf(value: unknown, within = ""): Map<string, string> {
  if (value === null || value === undefined) return new Map();
  if (Array.isArray(value) && value.some(isObject))
    return new Map(
      value.flatMap((one, at) => {
        if (!isObject(one)) return [[`${within} ${at + 1}`.trim(), valueWords("", one)] as const];
        return [...valuesOf(one, `${within} ${itemName(one, at)}`.trim())];
      }),
    );
  if (!isObject(value))
    return new Map([[within || "value", valueWords(within.split(" ").at(-1) ?? "", value)]]);
  const fields = new Map<string, string>();
  for (const [name, inner] of Object.entries(value)) {
    if (isMark(name) || isLeftOut(name, value)) continue;
    // What a published thing shows is all that there is of it.
    const path = name === "content" ? within : `${within} ${name}`.trim();
    if (path === "" && !isObject(inner)) continue;
    if (inner === null || inner === undefined) fields.set(path, "nothing");
    else for (const [field, words] of valuesOf(inner, path)) fields.set(field, words);
  }
  return fields;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What names a variant or only served to save it is no change that anybody made; a picture is its key and its text. */
function isLeftOut(name: string, record: Record<string, unknown>): boolean {
  if ("sku" in record) return /^(size|colour|seen|reserved|step)$/.test(name);
  return "key" in record && "width" in record && name !== "key" && name !== "alt";
}

/** An item of a list by its colour and size, name or title, or that of what it is about; else by its number. */
function itemName(item: Record<string, unknown>, at: number): string {
  const text = (name: string) =>
    typeof item[name] === "string" && !isRecordId(item[name]) ? item[name].trim() : "";
  const pair = [text("colour"), text("size")].filter(Boolean).join(" ");
  return (
    pair ||
    text("name") ||
    text("title") ||
    text("label") ||
    text("sku") ||
    text("lineId") ||
    text("variantId") ||
    String(at + 1)
  );
}

const fieldNamesInWords: Record<string, string> = {
  originalPrice: "MRP",
  hsnCode: "HSN code",
  sku: "SKU",
  categoryId: "Category",
  parentId: "Part of",
  pieces: "Items",
  trackingNumber: "AWB",
  liveAt: "Visible from",
  way: "How",
  delta: "Change",
  groupId: "Group",
  gstin: "GSTIN",
  sms: "SMS",
  cod: "Cash on delivery",
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
