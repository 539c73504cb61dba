import { useState } from "react";
import { href } from "react-router";
import {
  attributeControl,
  attributeSetFields,
  readAttributeSet,
  typedAttribute,
  typedAttributes,
} from "../../../shop/catalogue/edit/attribute-set-form.ts";
import {
  type AttributeSetToEdit,
  attributeSetToEdit,
  deleteAttributeSet,
  saveAttributeSet,
} from "../../../shop/catalogue/edit/edit-attribute-set.server.ts";
import { sizeScales } from "../../../shop/catalogue/kinds/attribute-sets.server.ts";
import { attributeKinds } from "../../../shop/catalogue/kinds/attribute-sets.ts";
import { measureLabels, measures } from "../../../shop/catalogue/kinds/measures.ts";
import { arrangedFields } from "../../../shop/text/listed-items.ts";
import { typedTexts } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { Field, Select, TextArea } from "../../ui/forms/field.tsx";
import type { FieldTexts } from "../../ui/forms/form-context.ts";
import { type EditedRecord, type EditField, newRecord } from "../parts/edit-form.tsx";
import { handleRecordForm, recordAt, recordKey } from "../parts/records/record-form.server.ts";
import { RecordScreen } from "../parts/records/record-screen.tsx";
import { type SortedItem, SortedList } from "../parts/sorted-list.tsx";
import type { Route } from "./+types/set";

const list = "/admin/attribute-sets";

const fieldsOf = (scales: { key: string; name: string }[]): EditField[] => [
  { name: "name", label: "Name", hint: "For staff, such as Sarees." },
  {
    name: "heading",
    label: "Heading in the product's form",
    optional: true,
    hint: "Empty: made from the name.",
  },
  {
    name: "sizeScale",
    label: "Sizes",
    control: "select",
    options: [
      { value: "", label: "Typed, any size" },
      ...scales.map(({ key, name }) => ({ value: key, label: name })),
    ],
    hint: "What the form of a product offers.",
  },
  ...measures.map(
    (measure): EditField => ({
      name: `measure.${measure}`,
      label: measureLabels[measure],
      control: "check",
      group: "Measured on each size",
    }),
  ),
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const fields = fieldsOf(await sizeScales(services));
  const found = await recordAt(params.key, (key) => attributeSetToEdit(services, key));
  return { fields, record: found ? recordOf(found) : newRecord, categories: found?.categories };
}

const recordOf = (found: AttributeSetToEdit): EditedRecord => ({
  values: attributeSetFields(found),
  version: String(found.version),
});

/** The message of a refusal at its field. */
const refusals: Record<string, Record<string, string>> = {
  "name-taken": { name: "There is already a set of details of this name." },
  "no-scale": { sizeScale: "This scale was deleted meanwhile. Please choose another." },
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const sent = await formFields({ request, context });
  // The buttons of the list, in browsers without scripts.
  const button = sent.get("arrange");
  if (button !== undefined) return { ok: true, typed: typedTexts(arrangedFields(sent, button)), errors: {} };
  const key = recordKey(params.key);
  return handleRecordForm(sent, {
    key,
    find: (of) => attributeSetToEdit(services, of),
    recordOf,
    read: readAttributeSet(sent),
    saveAs: (input, version) => saveAttributeSet(services, { actor, key, version, input }),
    refusals,
    remove: (of) => deleteAttributeSet(services, { actor, key: of }),
    kept: { "in-use": { name: "A category has it by now. Give that another set of details first." } },
    list,
    messages: { saved: "attributeSetSaved", deleted: "attributeSetDeleted", gone: "attributeSetGone" },
  });
}

export default function EditAttributeSet({ loaderData, actionData }: Route.ComponentProps) {
  const { fields, record, categories } = loaderData;
  return (
    <RecordScreen
      title={record.values.name ?? "New set of details"}
      text={categories && `Of the categories: ${categories.join(", ") || "none"}.`}
      back={{ to: href(list), label: "Sets of details" }}
      deletion={categories?.length === 0 && "No category has it. This cannot be undone."}
      fields={fields}
      record={record}
      answer={useLastAnswer(actionData)}
      button="Save set of details"
      more={(shown, theirs, touch) => <FieldRows shown={shown} theirs={theirs} touch={touch} />}
    />
  );
}

const addable = Object.entries(attributeKinds).map(([kind, name]) => ({ kind, name }));

/** The fields of the set as a sorted list. */
function FieldRows({
  shown,
  theirs,
  touch,
}: {
  shown: FieldTexts;
  theirs: FieldTexts | undefined;
  touch: () => void;
}) {
  const saved = theirs && typedAttributes(new Map(Object.entries(theirs)));
  return (
    <>
      {saved && (
        <p className="hint">Saved meanwhile: {saved.map(({ label }) => label).join(", ") || "no fields"}</p>
      )}
      <SortedList
        label="Fields"
        shown={shown}
        touch={touch}
        addable={addable}
        named={{ field: "label", otherwise: () => "New field" }}
      >
        {(item) => <Row item={item} />}
      </SortedList>
    </>
  );
}

const kindChoices = addable.map(({ kind, name }) => ({ value: kind, label: name }));

function Row({ item }: { item: SortedItem }) {
  const row = typedAttribute(item);
  const [kind, setKind] = useState(row.kind);
  const name = (field: Parameters<typeof attributeControl>[1]) => attributeControl(item.at, field);
  const follows = kind === "sizes" || kind === "colours";
  return (
    <div className="item-fields">
      <input type="hidden" name={name("key")} value={row.key} />
      <Field label="Label" name={name("label")} defaultValue={row.label} maxLength={60} autoComplete="off" />
      <Select
        label="Kind"
        name={name("kind")}
        defaultValue={row.kind}
        choices={kindChoices}
        onChange={(event) => setKind(event.target.value)}
      />
      {kind === "number" && (
        <>
          <Field label="Unit" optional name={name("unit")} defaultValue={row.unit} maxLength={20} />
          <Field label="Smallest" optional name={name("min")} defaultValue={row.min} inputMode="decimal" />
          <Field label="Largest" optional name={name("max")} defaultValue={row.max} inputMode="decimal" />
        </>
      )}
      {kind === "choice" && (
        <TextArea
          label="Choices"
          name={name("choices")}
          defaultValue={row.choices}
          rows={4}
          hint="Each on a line of its own, in the order of the list."
        />
      )}
      <Select
        label="Shown"
        name={name("shown")}
        defaultValue={row.shown}
        choices={[
          { value: "page", label: "On the product's page" },
          { value: "staff", label: "To staff only" },
        ]}
      />
      <div className="grid gap-2">
        {!follows && (
          <Check name={name("required")} on={row.required !== ""} label="Required of active products" />
        )}
        {(kind === "choice" || kind === "yes-no") && (
          <Check name={name("filter")} on={row.filter !== ""} label="Filter of lists" />
        )}
      </div>
    </div>
  );
}

function Check({ name, label, on }: { name: string; label: string; on: boolean }) {
  return (
    <label className="check">
      <input type="checkbox" name={name} defaultChecked={on} />
      <span>{label}</span>
    </label>
  );
}
