import type { SettingField } from "../../../shop/settings/setting-fields.ts";
import type { EditField } from "../parts/edit-form.tsx";

const controls: Record<SettingField["kind"], NonNullable<EditField["control"]>> = {
  text: "text",
  hours: "text",
  codes: "long",
  long: "long",
  lines: "long",
  founders: "long",
  couriers: "long",
  number: "number",
  rupees: "number",
  check: "check",
};

/** The form control of a setting. In: the setting, and the shop's name for its sample. */
export function settingControl(
  { name, label, kind, hint, sample }: SettingField,
  shopName: string,
): EditField {
  return { name, label, hint, control: controls[kind], ...(sample && { sample: sample(shopName) }) };
}
