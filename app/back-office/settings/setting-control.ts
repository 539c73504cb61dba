import type { SettingField } from "../../../shop/settings/setting-fields.ts";
import type { EditField } from "../parts/edit-form.tsx";

const controls: Record<SettingField["kind"], NonNullable<EditField["control"]>> = {
  text: "text",
  hours: "text",
  codes: "long",
  long: "long",
  lines: "long",
  founders: "long",
  number: "number",
  rupees: "number",
  check: "check",
};

/** The form control of a setting. */
export function settingControl({ name, label, kind, hint }: SettingField): EditField {
  return { name, label, hint, control: controls[kind] };
}
