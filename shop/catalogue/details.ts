import { cutText } from "../../platform/text/cut-text.ts";
import { type FieldValues, readFieldTexts, shownValue, storedValue } from "../fields/fields.ts";
import { type AttributeField, typedFields } from "./kinds/attribute-sets.ts";

export type Detail = { label: string; value: string };

/** Details that every product has; null is left out. */
export type CommonDetails = {
  material: string | null;
  washCare: string | null;
  countryOfOrigin: string | null;
};

/**
 * The details of a product for its page, in order: those of its set that are shown there, then material, wash care and
 * origin. In: the fields of its set (null without a category), the stored values, the common details. Missing or
 * foreign values are left out, and so is a second material.
 */
export function detailsOf(
  fields: readonly AttributeField[] | null,
  values: FieldValues,
  common: CommonDetails,
): Detail[] {
  const details: Detail[] = [];
  const add = (label: string, value: string | null) => {
    if (value) details.push({ label, value });
  };
  for (const field of fields ?? []) if (field.shown === "page") add(field.label, shown(field, values));
  if (!details.some(({ label, value }) => label === "Material" || value === common.material))
    add("Material", common.material);
  add("Wash care", common.washCare);
  add("Country of origin", common.countryOfOrigin);
  return details;
}

function shown(field: AttributeField, values: FieldValues): string | null {
  if (field.kind !== "sizes" && field.kind !== "colours") {
    const value = storedValue(field, values);
    return value === undefined ? null : shownValue(field, value);
  }
  const stored = [values[field.key] ?? []].flat().filter((one) => typeof one === "string");
  return stored.join(", ");
}

export type ReadDetails = { data: Record<string, unknown>; errors: Record<string, string> };

/**
 * Parses the details of a form for storage. In: the fields of its set, the texts by field, the sizes and colours of
 * the variants, which some fields follow, and whether required fields must be filled. Empty texts are left out. Out:
 * the data and the errors by field.
 */
export function readDetails(
  fields: readonly AttributeField[],
  texts: Record<string, string>,
  { sizes, colours, complete }: { sizes: string[]; colours: string[]; complete: boolean },
): ReadDetails {
  const { values, errors } = readFieldTexts(typedFields(fields), texts, { complete });
  const data: Record<string, unknown> = {};
  for (const { key, kind } of fields) {
    if (kind === "sizes") {
      if (sizes.length > 0) data[key] = sizes;
    } else if (kind === "colours") {
      const text = cutText(colours.join(", "), 120);
      if (text !== "") data[key] = text;
    } else if (values[key] !== undefined) data[key] = values[key];
  }
  return { data, errors };
}
