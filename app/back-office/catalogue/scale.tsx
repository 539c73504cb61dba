import { href } from "react-router";
import { readSizeScale, sizeScaleFields } from "../../../shop/catalogue/edit/attribute-set-form.ts";
import {
  deleteSizeScale,
  type SizeScaleToEdit,
  saveSizeScale,
  sizeScaleToEdit,
} from "../../../shop/catalogue/edit/edit-attribute-set.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { type EditedRecord, type EditField, newRecord } from "../parts/edit-form.tsx";
import { handleRecordForm, recordAt, recordKey } from "../parts/records/record-form.server.ts";
import { RecordScreen } from "../parts/records/record-screen.tsx";
import type { Route } from "./+types/scale";

const list = "/admin/sizes";
const fields: EditField[] = [
  { name: "name", label: "Name", hint: "For staff, such as S to XXL." },
  {
    name: "sizes",
    label: "Sizes",
    control: "long",
    rows: 10,
    hint: "Each on a line of its own, from the smallest to the largest. Products keep sizes that you remove.",
  },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await recordAt(params.key, (key) => sizeScaleToEdit(context.get(servicesContext), key));
  return { record: found ? recordOf(found) : newRecord, usedBy: found?.usedBy };
}

const recordOf = (found: SizeScaleToEdit): EditedRecord => ({
  values: sizeScaleFields(found),
  version: String(found.version),
});

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const sent = await formFields({ request, context });
  const key = recordKey(params.key);
  return handleRecordForm(sent, {
    key,
    find: (of) => sizeScaleToEdit(services, of),
    recordOf,
    read: readSizeScale(sent),
    saveAs: (input, version) => saveSizeScale(services, { actor, key, version, input }),
    refusals: { "name-taken": { name: "There is already a size scale of this name." } },
    remove: (of) => deleteSizeScale(services, { actor, key: of }),
    kept: { "in-use": { name: "It is in use by now. Choose another scale there first." } },
    list,
    messages: { saved: "sizeScaleSaved", deleted: "sizeScaleDeleted", gone: "sizeScaleGone" },
  });
}

export default function EditSizeScale({ loaderData, actionData }: Route.ComponentProps) {
  const { record, usedBy } = loaderData;
  return (
    <RecordScreen
      title={usedBy ? (record.values.name ?? "Size scale") : "New size scale"}
      text={usedBy && `Used by: ${usedBy.join(", ") || "nothing"}.`}
      back={{ to: href(list), label: "Sizes" }}
      deletion={usedBy?.length === 0 && "Nothing uses it. Products keep their sizes. This cannot be undone."}
      fields={fields}
      record={record}
      answer={useLastAnswer(actionData)}
      button="Save size scale"
    />
  );
}
