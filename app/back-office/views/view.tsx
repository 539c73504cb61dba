import { href } from "react-router";
import { can } from "../../../shop/access/actor.ts";
import {
  deleteView,
  mayChangeView,
  type SavedView,
  savedViewForm,
  savedViewOf,
  saveView,
} from "../../../shop/saved-views/saved-views.server.ts";
import { sharesViews, viewListNames, viewLists, viewQuery } from "../../../shop/saved-views/views.ts";
import { readForm } from "../../../shop/text/read-form.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { EditedRecord } from "../parts/edit-form.tsx";
import { useMay } from "../parts/may.tsx";
import { handleRecordForm, recordKey } from "../parts/records/record-form.server.ts";
import { RecordScreen } from "../parts/records/record-screen.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/view";

const recordOf = ({ name, query, shared, version }: SavedView): EditedRecord => ({
  values: { name, query, shared: shared ? "on" : "" },
  version: String(version),
});

/** The list and the view of an address; 404 for what the viewer may not see. `found` is null for a new view. */
async function viewIn({ context, params }: Pick<Route.LoaderArgs, "context" | "params">) {
  const staff = staffOf(context);
  const list = viewListNames.find((name) => name === params.list);
  if (!list || !can(staff, viewLists[list].permission)) throw new Response("No such list", { status: 404 });
  if (params.id === "new") return { staff, list, found: null };
  return { staff, list, found: await savedViewOf(context.get(servicesContext), staff, list, params.id) };
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { staff, list, found } = await viewIn({ context, params });
  if (!found && params.id !== "new") throw new Response("No such view", { status: 404 });
  const query = viewQuery(new URL(request.url).searchParams.get("query") ?? "");
  const record: EditedRecord = found ? recordOf(found) : { values: { query }, version: "" };
  return { list, record, name: found?.name ?? null, mayChange: !found || mayChangeView(staff, found) };
}

const refusals = {
  "not-allowed": { shared: "Only who may change the settings can share a view." },
  "name-taken": { name: "Another view has this name." },
  "too-many": { name: "There are 30 views of this list already." },
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const sent = await formFields({ request, context });
  const { staff: actor, list, found } = await viewIn({ context, params });
  const { path } = viewLists[list];
  const read = readForm(savedViewForm, sent);
  const key = recordKey(params.id);
  return handleRecordForm(sent, {
    key,
    find: async () => found,
    recordOf,
    read,
    saveAs: (input, version) => saveView(services, { actor, list, id: key, version, input }),
    refusals,
    remove: (id) => deleteView(services, { actor, list, id }),
    list: href("/admin/views/:list", { list }),
    savedTo: read.ok && read.value.query ? `${path}?${read.value.query}` : path,
    messages: { saved: "viewSaved", deleted: "viewDeleted", gone: "viewGone" },
  });
}

export default function EditView({ loaderData, actionData }: Route.ComponentProps) {
  const { list, record, name, mayChange } = loaderData;
  const answer = useLastAnswer(actionData);
  const mayShare = useMay()(sharesViews);
  const title = name ?? `New view of ${viewLists[list].title}`;
  const back = { to: href("/admin/views/:list", { list }), label: `Views of ${viewLists[list].title}` };
  if (!mayChange)
    return (
      <ScreenHead
        title={title}
        text="Somebody else has shared it; only they and who may change the settings can change it."
        back={back}
      />
    );
  return (
    <RecordScreen
      title={title}
      back={back}
      cancelTo={viewLists[list].path}
      deletion={name && "The list itself stays as it is."}
      fields={[
        { name: "name", label: "Name", hint: "Such as COD of this week." },
        {
          name: "query",
          label: "Search, filters and sort order",
          optional: true,
          hint: "As you left the list. You can also paste the address of a list.",
        },
        {
          name: "shared",
          label: "Share with everybody who sees this list",
          control: "check",
          disabled: !mayShare && record.values.shared !== "on",
          hint: mayShare ? undefined : "Needs the permission to change settings.",
        },
      ]}
      record={record}
      answer={answer}
      button="Save view"
    />
  );
}
