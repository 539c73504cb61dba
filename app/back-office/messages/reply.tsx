import { href } from "react-router";
import {
  deleteSavedReply,
  type SavedReply,
  savedReplyForm,
  savedReplyOf,
  saveSavedReply,
} from "../../../shop/content/inbox/saved-replies.server.ts";
import { readForm } from "../../../shop/text/read-form.ts";
import { redirectWithToast } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { Confirm } from "../parts/confirm.tsx";
import { type EditedRecord, EditForm } from "../parts/edit-form.tsx";
import { saveEdit } from "../parts/save-edit.server.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/reply";

const list = href("/admin/messages/replies");
const isNew = (id: string) => id === "new";
const recordOf = ({ name, text, version }: SavedReply): EditedRecord => ({
  values: { name, text },
  version: String(version),
});

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  if (isNew(id)) return { values: {}, version: "" } satisfies EditedRecord;
  const found = await savedReplyOf(context.get(servicesContext), id);
  if (!found) throw new Response("No such reply", { status: 404 });
  return recordOf(found);
}

const refusals = {
  "name-taken": { name: "Another saved reply has this name." },
  "too-many": { name: "There are 100 saved replies already." },
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const actor = staffOf(context);
  const sent = await formFields({ request, context });
  const id = isNew(params.id) ? null : params.id;
  if (sent.get("intent") === "delete" && id !== null) {
    const deleted = await deleteSavedReply(services, { actor, id });
    return redirectWithToast(list, deleted.ok ? "savedReplyDeleted" : "savedReplyGone");
  }
  return saveEdit(sent, {
    read: readForm(savedReplyForm, sent),
    saveAs: (input, version) => saveSavedReply(services, { actor, id, version, input }),
    refusals,
    now: async () => {
      const found = id === null ? null : await savedReplyOf(services, id);
      return found && recordOf(found);
    },
    saved: [list, "savedReplySaved"],
    gone: "savedReplyGone",
  });
}

export default function EditReply({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const values: Record<string, string> = loaderData.values;
  const title = isNew(id) ? "New reply" : values.name || "Reply";
  return (
    <>
      <ScreenHead title={title} back={{ to: list, label: "Saved replies" }}>
        {!isNew(id) && (
          <Confirm
            id="delete-reply"
            open="Delete"
            title={`Delete ${title}?`}
            text="Answers that were sent with it are kept. This cannot be undone."
            button="Delete"
            fields={{ intent: "delete" }}
          />
        )}
      </ScreenHead>
      <EditForm
        label={title}
        fields={[
          { name: "name", label: "Name", hint: "For staff only, such as Parcel is late." },
          {
            name: "text",
            label: "Text",
            control: "long",
            rows: 8,
            hint: "{{name}} is the customer's name, {{order}} the number of their newest order.",
          },
        ]}
        record={loaderData}
        answer={useLastAnswer(actionData)}
        button="Save reply"
        cancelTo={list}
      />
    </>
  );
}
