import { href } from "react-router";
import { readSizeScale, sizeScaleFields } from "../../../shop/catalogue/edit/attribute-set-form.ts";
import {
  deleteSizeScale,
  type SizeScaleToEdit,
  saveSizeScale,
  sizeScaleToEdit,
} from "../../../shop/catalogue/edit/edit-attribute-set.server.ts";
import { redirectWithToast, refuseFields } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { Confirm } from "../parts/confirm.tsx";
import { type EditedRecord, type EditField, EditForm } from "../parts/edit-form.tsx";
import { saveEdit } from "../parts/save-edit.server.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
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
  {
    name: "position",
    label: "Position",
    control: "number",
    hint: "Lower comes first. Where two scales have the same sizes in another order, the first one counts.",
  },
];

export async function loader({ context, params: { key } }: Route.LoaderArgs) {
  if (key === "new") return { record: { values: { position: "20" }, version: "" }, usedBy: null };
  const found = await sizeScaleToEdit(context.get(servicesContext), key);
  if (!found) throw new Response("No such size scale", { status: 404 });
  return { record: recordOf(found), usedBy: found.usedBy };
}

const recordOf = (found: SizeScaleToEdit): EditedRecord => ({
  values: sizeScaleFields(found),
  version: String(found.version),
});

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const sent = await formFields({ request, context });
  const key = params.key === "new" ? null : params.key;
  if (sent.get("intent") === "delete" && key !== null) {
    const deleted = await deleteSizeScale(services, { actor, key });
    if (!deleted.ok && deleted.refused === "in-use")
      return refuseFields({ name: "It is in use by now. Choose another scale there first." }, 409);
    return redirectWithToast(list, deleted.ok ? "sizeScaleDeleted" : "sizeScaleGone");
  }
  return saveEdit(sent, {
    read: readSizeScale(sent),
    saveAs: (input, version) => saveSizeScale(services, { actor, key, version, input }),
    refusals: { "name-taken": { name: "There is already a size scale of this name." } },
    now: async () => {
      const found = key === null ? null : await sizeScaleToEdit(services, key);
      return found && recordOf(found);
    },
    saved: [list, "sizeScaleSaved"],
    gone: "sizeScaleGone",
  });
}

export default function EditSizeScale({ loaderData, actionData }: Route.ComponentProps) {
  const { record, usedBy } = loaderData;
  const title = usedBy ? (record.values.name ?? "Size scale") : "New size scale";
  return (
    <>
      <ScreenHead
        title={title}
        text={usedBy && `Used by: ${usedBy.join(", ") || "nothing"}.`}
        back={{ to: href(list), label: "Sizes" }}
      >
        {usedBy?.length === 0 && (
          <Confirm
            id="delete-scale"
            open="Delete"
            title={`Delete ${title}?`}
            text="Nothing uses it. Products keep their sizes. This cannot be undone."
            button="Delete"
            fields={{ intent: "delete" }}
          />
        )}
      </ScreenHead>
      <EditForm
        label={title}
        fields={fields}
        record={record}
        answer={useLastAnswer(actionData)}
        button="Save size scale"
        cancelTo={list}
      />
    </>
  );
}
