import { href } from "react-router";
import { categories } from "../../../shop/catalogue/collections.server.ts";
import { sizeScales } from "../../../shop/catalogue/kinds/attribute-sets.server.ts";
import { readSizeGuide, sizeGuideFields } from "../../../shop/catalogue/kinds/size-guide.ts";
import {
  deleteSizeGuide,
  type SizeGuideToEdit,
  saveSizeGuide,
  sizeGuideToEdit,
} from "../../../shop/catalogue/kinds/size-guides.server.ts";
import { brandNames } from "../../../shop/catalogue/membership/membership.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { EditedRecord, EditField } from "../parts/edit-form.tsx";
import { handleRecordForm, recordAt, recordKey } from "../parts/records/record-form.server.ts";
import { RecordScreen } from "../parts/records/record-screen.tsx";
import type { Route } from "./+types/guide";

const list = "/admin/size-guides";
const any = { value: "", label: "Any" };
type Named = { value: string; label: string };
const fieldsOf = (ofCategories: Named[], ofScales: Named[], brands: string[]): EditField[] => [
  { name: "name", label: "Name", hint: "For staff, such as Kurtas of Fabindia." },
  { name: "categoryId", label: "For the category", control: "select", options: [any, ...ofCategories] },
  { name: "brand", label: "For the brand", optional: true, suggestions: brands },
  {
    name: "sizeScale",
    label: "For the size scale",
    control: "select",
    options: [any, ...ofScales],
    hint: "For products of the categories that use it.",
  },
  { name: "note", label: "Note above the table", control: "long", rows: 2, optional: true },
  {
    name: "unit",
    label: "Lengths are in",
    control: "select",
    options: [
      { value: "cm", label: "Centimetres" },
      { value: "in", label: "Inches" },
    ],
    hint: "Shoppers choose which of the two they see.",
  },
  {
    name: "table",
    label: "Table",
    control: "long",
    rows: 10,
    hint: "The first line has the headings, then a line for each size. Cells are separated by semicolons: M; 91–96; 75. Columns that begin with Size, Age, UK, EU, US or India are not lengths.",
  },
];
const fresh: EditedRecord = { values: { unit: "cm", table: "Size; Chest; Waist\n" }, version: "" };

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [ofCategories, ofScales, brands] = await Promise.all([
    categories(services),
    sizeScales(services),
    brandNames(services),
  ]);
  const fields = fieldsOf(
    ofCategories.map((one) => ({ value: one.id, label: one.name })),
    ofScales.map(({ key, name }) => ({ value: key, label: name })),
    brands,
  );
  const found = await recordAt(params.id, (id) => sizeGuideToEdit(services, id));
  return { fields, record: found ? recordOf(found) : fresh, found };
}

const recordOf = (found: SizeGuideToEdit): EditedRecord => ({
  values: sizeGuideFields(found),
  version: String(found.version),
});

/** The message of a refusal at its field. */
const refusals: Record<string, Record<string, string>> = {
  taken: { categoryId: "Another size guide is for the same category, brand and scale." },
  gone: { categoryId: "This category or scale was deleted meanwhile. Please choose again." },
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const sent = await formFields({ request, context });
  const key = recordKey(params.id);
  return handleRecordForm(sent, {
    key,
    find: (id) => sizeGuideToEdit(services, id),
    recordOf,
    read: readSizeGuide(sent),
    saveAs: (input, version) => saveSizeGuide(services, { actor, id: key, version, input }),
    refusals,
    remove: (id) => deleteSizeGuide(services, { actor, id }),
    list,
    messages: { saved: "sizeGuideSaved", deleted: "sizeGuideDeleted", gone: "sizeGuideGone" },
  });
}

export default function EditSizeGuide({ loaderData, actionData }: Route.ComponentProps) {
  const { fields, record, found } = loaderData;
  return (
    <RecordScreen
      title={found?.name ?? "New size guide"}
      text={found && `For ${found.of}.`}
      back={{ to: href(list), label: "Size guides" }}
      deletion={found && "Its products show the next nearest guide, or the usual one. This cannot be undone."}
      fields={fields}
      record={record}
      answer={useLastAnswer(actionData)}
      button="Save size guide"
    />
  );
}
