import type { Kind } from "../../../../shop/catalogue/catalogue.ts";
import { type DetailField, detailFields } from "../../../../shop/catalogue/kinds/detail-fields.ts";
import { Field, Select } from "../../../ui/forms/field.tsx";

/** Attribute fields of a product kind, rendered from one definition. Sizes and colours come from the variants. */
export function KindDetails({ kind, details }: { kind: Kind; details: Record<string, string> }) {
  return detailFields[kind].map((field) => (
    <Detail key={`${kind} ${field.name}`} field={field} value={details[field.name] ?? ""} />
  ));
}

function Detail({ field, value }: { field: DetailField; value: string }) {
  const { name, label, input } = field;
  const shared = { name: `detail.${name}`, defaultValue: value };
  if (input.as === "follows") return null;
  if (input.as === "choice") {
    return (
      <Select label={label} {...shared}>
        <option value="">Not said</option>
        {input.choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </Select>
    );
  }
  if (input.as === "number")
    return <Field label={`${label} (${input.unit})`} optional inputMode="decimal" {...shared} />;
  return <Field label={label} optional maxLength={120} {...shared} />;
}
