import { type Field as DataField, longestText } from "../../../shop/fields/fields.ts";
import { Field, Select } from "../../ui/forms/field.tsx";

const notSaid = { value: "", label: "Not said" };
const yesOrNo = [notSaid, { value: "yes", label: "Yes" }, { value: "no", label: "No" }];

/**
 * The controls of fields that are data. In: the fields, their texts by key, and what stands before the key in the
 * names of the controls. `readFieldTexts` reads what is sent.
 */
export function DataFields({
  fields,
  texts,
  prefix,
}: {
  fields: readonly DataField[];
  texts: Readonly<Record<string, string>>;
  prefix: string;
}) {
  return fields.map((field) => (
    <Control key={field.key} field={field} name={`${prefix}${field.key}`} text={texts[field.key] ?? ""} />
  ));
}

function Control({ field, name, text }: { field: DataField; name: string; text: string }) {
  const { label, required } = field;
  const shared = { name, defaultValue: text };
  switch (field.kind) {
    case "choice": {
      const choices = field.choices.map((value) => ({ value, label: value }));
      return <Select label={label} choices={[notSaid, ...choices]} {...shared} />;
    }
    case "yes-no":
      return <Select label={label} choices={yesOrNo} {...shared} />;
    case "number": {
      const unit = field.unit && ` (${field.unit})`;
      return <Field label={`${label}${unit}`} optional={!required} inputMode="decimal" {...shared} />;
    }
    case "text":
      return <Field label={label} optional={!required} maxLength={longestText} {...shared} />;
  }
}
