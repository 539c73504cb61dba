import { X } from "lucide";
import type { VariantDraft } from "../../../../shop/catalogue/edit/product-draft.ts";
import { hasNoOptions } from "../../../../shop/catalogue/edit/variant-matrix.ts";
import { plural } from "../../../../shop/money.ts";
import { Field, FieldError } from "../../../ui/forms/field.tsx";
import { Icon } from "../../../ui/icon.tsx";

type Props = {
  rows: VariantDraft[];
  errors: Record<string, string>;
  onChange: (change: (rows: VariantDraft[]) => VariantDraft[]) => void;
};

/** The variant table, or only the stock for a product without options. */
export function Variants({ rows, errors, onChange }: Props) {
  const edit = (at: number, part: Partial<VariantDraft>) =>
    onChange((all) => all.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const [first] = rows;
  if (first && hasNoOptions(rows)) {
    return (
      <div className="field-pair">
        <Hidden row={first} at={0} />
        <Field
          label="Stock"
          name="variant.0.stock"
          inputMode="numeric"
          required
          value={first.stock}
          error={errors["variant.0.stock"] ?? errors.variants}
          hint={first.held > 0 ? `${first.held} of them set aside for orders` : undefined}
          onChange={(event) => edit(0, { stock: event.target.value })}
        />
        <Field
          label="SKU"
          optional
          name="variant.0.sku"
          maxLength={60}
          value={first.sku}
          error={errors["variant.0.sku"]}
          hint="Generated when empty"
          onChange={(event) => edit(0, { sku: event.target.value })}
        />
      </div>
    );
  }
  return (
    <>
      <FieldError id="variants-error" error={errors.variants} />
      <p className="muted num">
        {plural(rows.length, "variant")} · {rows.reduce((sum, { stock }) => sum + (Number(stock) || 0), 0)} in
        stock
      </p>
      <ul className="variant-rows" aria-label="Variants">
        {rows.map((row, at) => (
          <VariantRow
            key={`${row.size}|${row.colour}`}
            row={row}
            at={at}
            errors={errors}
            onEdit={(part) => edit(at, part)}
            onRemove={() => onChange((all) => all.filter((_, index) => index !== at))}
          />
        ))}
      </ul>
    </>
  );
}

function VariantRow({
  row,
  at,
  errors,
  onEdit,
  onRemove,
}: {
  row: VariantDraft;
  at: number;
  errors: Record<string, string>;
  onEdit: (part: Partial<VariantDraft>) => void;
  onRemove: () => void;
}) {
  const name = [row.colour, row.size].filter(Boolean).join(" ") || "No options";
  const problems = ["size", "colour", "sku", "stock", "price", "cost"].flatMap(
    (field) => errors[`variant.${at}.${field}`] ?? [],
  );
  const cell = (field: "sku" | "stock" | "price" | "cost", label: string) => (
    <label className={`variant-${field}`}>
      <span className="muted text-micro">{label}</span>
      <input
        className="input"
        name={`variant.${at}.${field}`}
        value={row[field]}
        inputMode={field === "sku" ? "text" : field === "stock" ? "numeric" : "decimal"}
        autoComplete="off"
        aria-label={`${label} of ${name}`}
        aria-invalid={errors[`variant.${at}.${field}`] ? true : undefined}
        aria-describedby={problems.length > 0 ? `variant-${at}-error` : undefined}
        placeholder={field === "stock" ? undefined : field === "sku" ? "Made for you" : "As above"}
        onChange={(event) => onEdit({ [field]: event.target.value })}
      />
    </label>
  );
  return (
    <li>
      <Hidden row={row} at={at} />
      <b className="variant-name flex items-center gap-2">
        {row.hex && <span className="shade" style={{ backgroundColor: row.hex }} />}
        {name}
        {row.held > 0 && <span className="muted text-micro">{row.held} set aside</span>}
      </b>
      {cell("stock", "Stock")}
      {cell("price", "Own price")}
      {cell("cost", "Own cost")}
      {cell("sku", "SKU")}
      <button
        type="button"
        className="icon-btn variant-remove"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
      >
        <Icon of={X} />
      </button>
      <noscript>
        <label className="check">
          <input type="checkbox" name={`variant.${at}.remove`} value="yes" />
          Remove {name}
        </label>
      </noscript>
      {problems.length > 0 && <FieldError id={`variant-${at}-error`} error={problems.join(" ")} />}
    </li>
  );
}

function Hidden({ row, at }: { row: VariantDraft; at: number }) {
  return (["id", "size", "colour", "hex", "seen", "held"] as const).map((field) => (
    <input key={field} type="hidden" name={`variant.${at}.${field}`} value={row[field]} />
  ));
}
