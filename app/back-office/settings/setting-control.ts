import type { SettingField } from "../../../shop/settings/setting-field.ts";
import { formParts, type SettingsPart } from "../../../shop/settings/setting-fields.ts";
import type { EditCard, EditField } from "../parts/edit-form.tsx";

const controls: Record<Exclude<SettingField["kind"], "hours">, NonNullable<EditField["control"]>> = {
  text: "text",
  phone: "text",
  codes: "long",
  long: "long",
  lines: "long",
  founders: "long",
  couriers: "long",
  number: "number",
  rupees: "number",
  check: "check",
};

function settingControl(
  { name, label, kind, hint, sample, row, isShort }: SettingField,
  shopName: string,
): EditField[] {
  // Drawn together (hours-grid.tsx).
  if (kind === "hours") return [];
  const control = controls[kind];
  const field = { name, label, hint, control, isShort: isShort ?? control === "number" };
  return [{ ...field, ...(row && { row }), ...(sample && { sample: sample(shopName) }) }];
}

/** The groups of a part as the cards of its form. In: the part, and the shop's name for samples. */
export function settingCards(part: SettingsPart, shopName: string): (EditCard & { isHours: boolean })[] {
  return formParts[part].groups.map(({ title, text, fields }) => ({
    id: title.toLowerCase().replaceAll(/[^a-z]+/g, "-"),
    title,
    text,
    fields: fields.flatMap((field) => settingControl(field, shopName)),
    isHours: fields.some(({ kind }) => kind === "hours"),
  }));
}
