import { href } from "react-router";
import {
  deleteSavedReply,
  type SavedReply,
  savedReplyForm,
  savedReplyOf,
  saveSavedReply,
} from "../../../shop/content/inbox/saved-replies.server.ts";
import { readForm } from "../../../shop/text/read-form.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { type EditedRecord, type EditField, newRecord } from "../parts/edit-form.tsx";
import { handleRecordForm, recordAt, recordKey } from "../parts/records/record-form.server.ts";
import { RecordScreen } from "../parts/records/record-screen.tsx";
import type { Route } from "./+types/reply";

const list = href("/admin/messages/replies");
const fields: EditField[] = [
  { name: "name", label: "Name", hint: "For staff only, such as Parcel is late." },
  {
    name: "text",
    label: "Text",
    control: "long",
    rows: 8,
    hint: "{{name}} is the customer's name, {{order}} the number of their newest order.",
  },
];

const recordOf = ({ name, text, version }: SavedReply): EditedRecord => ({
  values: { name, text },
  version: String(version),
});

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await recordAt(params.id, (id) => savedReplyOf(context.get(servicesContext), id));
  return { name: found?.name, record: found ? recordOf(found) : newRecord };
}

const refusals = {
  "name-taken": { name: "Another saved reply has this name." },
  "too-many": { name: "There are 100 saved replies already." },
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const actor = staffOf(context);
  const sent = await formFields({ request, context });
  const key = recordKey(params.id);
  return handleRecordForm(sent, {
    key,
    find: (id) => savedReplyOf(services, id),
    recordOf,
    read: readForm(savedReplyForm, sent),
    saveAs: (input, version) => saveSavedReply(services, { actor, id: key, version, input }),
    refusals,
    remove: (id) => deleteSavedReply(services, { actor, id }),
    list,
    messages: { saved: "savedReplySaved", deleted: "savedReplyDeleted", gone: "savedReplyGone" },
  });
}

export default function EditReply({ loaderData: { name, record }, actionData }: Route.ComponentProps) {
  return (
    <RecordScreen
      title={name ?? "New reply"}
      back={{ to: list, label: "Saved replies" }}
      deletion={name && "Answers that were sent with it are kept. This cannot be undone."}
      fields={fields}
      record={record}
      answer={useLastAnswer(actionData)}
      button="Save reply"
    />
  );
}
