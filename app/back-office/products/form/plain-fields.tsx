import { newCategoryChoices } from "../../../../shop/catalogue/category-choice.ts";
import type { ProductDraft } from "../../../../shop/catalogue/edit/product-draft.ts";
import type { FormChoices } from "../../../../shop/catalogue/edit/product-to-edit.server.ts";
import { Field, Select, TextArea } from "../../../ui/forms/field.tsx";
import { SuggestedField } from "../../parts/pickers/suggested-fields.tsx";

type Props = { draft: ProductDraft };

export function BasicFields({ draft }: Props) {
  return (
    <>
      <Field label="Name" name="name" required maxLength={200} defaultValue={draft.name} autoComplete="off" />
      <TextArea
        label="Description"
        name="description"
        optional
        rows={5}
        maxLength={5000}
        defaultValue={draft.description}
      />
      <div className="field-pair">
        <Field
          label="Price"
          name="price"
          required
          inputMode="decimal"
          autoComplete="off"
          defaultValue={draft.price}
          hint="In rupees, GST included"
        />
        <Field
          label="MRP"
          name="originalPrice"
          optional
          inputMode="decimal"
          autoComplete="off"
          defaultValue={draft.originalPrice}
          hint="Struck through when it is higher"
        />
        <Field
          label="Cost per item"
          name="cost"
          optional
          inputMode="decimal"
          autoComplete="off"
          defaultValue={draft.cost}
          hint="What you pay for one item, without GST. Customers never see it."
        />
      </div>
    </>
  );
}

export function OrganiseFields({
  draft,
  choices,
  byRule,
  categoryId,
  onCategory,
}: Props & {
  choices: FormChoices;
  byRule: readonly string[];
  categoryId: string;
  onCategory: (id: string) => void;
}) {
  return (
    <>
      <Select label="Status" name="status" defaultValue={draft.status}>
        <option value="active">Active: in the shop</option>
        <option value="draft">Draft: only admins see it</option>
        <option value="archived">Archived: out of the shop</option>
      </Select>
      <Select
        label="Category"
        name="categoryId"
        defaultValue={draft.categoryId}
        onChange={(event) => onCategory(event.target.value)}
        choices={[
          { value: "", label: "Uncategorized" },
          ...choices.categories.map(({ id, name }) => ({ value: id, label: name })),
          ...newCategoryChoices(choices.sets),
        ]}
      />
      <div hidden={!categoryId.startsWith("new:")}>
        <Field
          label="Name of the new category"
          name="newCategory"
          maxLength={80}
          defaultValue={draft.newCategory}
          autoComplete="off"
        />
      </div>
      <SuggestedField
        label="Brand"
        name="brand"
        optional
        maxLength={80}
        defaultValue={draft.brand}
        suggestions={choices.brands}
      />
      <fieldset>
        <legend>Collections</legend>
        {choices.collections.map(({ slug, name }) => (
          <label className="check" key={slug}>
            <input
              type="checkbox"
              name={`collection.${slug}`}
              value="yes"
              defaultChecked={draft.collections.includes(slug)}
            />
            {name}
          </label>
        ))}
        {byRule.length > 0 && <p className="hint">By their rules also in: {byRule.join(", ")}.</p>}
      </fieldset>
    </>
  );
}

/** `materialAbove`: the details of the kind ask for the material. `rate`: the GST rate in words, or null. `usualCode`: of its category. */
export function FactFields({
  draft,
  materialAbove,
  rate,
  usualCode,
}: Props & { materialAbove: boolean; rate: string | null; usualCode: string | null }) {
  const hsnHint =
    rate ??
    (usualCode
      ? `Empty: ${usualCode}, as for its category. It decides the GST rate on the invoice.`
      : "4 to 8 digits. It decides the GST rate on the invoice.");
  const field = (
    name: "material" | "washCare" | "countryOfOrigin" | "hsnCode" | "tags",
    label: string,
    most: number,
    hint?: string,
  ) => <Field label={label} name={name} optional maxLength={most} defaultValue={draft[name]} hint={hint} />;
  return (
    <>
      {!materialAbove && field("material", "Material", 120)}
      {field("washCare", "Wash care", 200)}
      {field("countryOfOrigin", "Country of origin", 60)}
      {field("hsnCode", "HSN code", 8, hsnHint)}
      {field("tags", "Tags, separated by commas", 600)}
    </>
  );
}
