import { randomUUID } from "node:crypto";
import { data, redirect, useLocation } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import { deleteFaqEntry, faqEntries, saveFaqEntry } from "../../../shop/content/faq/edit-faq.server.ts";
import { ownGroups } from "../../../shop/content/faq/faq.ts";
import { faqFacts } from "../../../shop/content/faq/faq-facts.ts";
import { faqFields, faqGroupIds, readFaqEntry } from "../../../shop/content/faq/faq-form.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { messages } from "../../parts/messages/messages.ts";
import { servicesContext } from "../../services-context.ts";
import { formFields } from "../../web/forms/form.server.ts";
import { staffOf } from "../../web/guards.server.ts";
import { flashCookie } from "../../web/toast.server.ts";
import { Confirm } from "../parts/confirm.tsx";
import { type Edit, type EditField, EditForm } from "../parts/edit-form.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/question";

const list = "/admin/content/faq";
const groupNames = {
  orders: "Orders & Shipping",
  returns: "Returns & Exchanges",
  products: "Products & Sizing",
  account: "Account & Payment",
};
const group: EditField = {
  name: "groupId",
  label: "Group",
  control: "select",
  options: faqGroupIds.map((id) => ({ value: id, label: groupNames[id] })),
};
const position: EditField = {
  name: "position",
  label: "Place",
  control: "number",
  hint: "Lower comes first, after the shop's own.",
};
const words: EditField[] = [
  { name: "question", label: "Question" },
  { name: "answer", label: "Answer", control: "long", rows: 6 },
  { name: "hidden", label: "Hide it from the FAQ page", control: "check" },
];

/** The question with this id: the staff's version, else the built-in one; null when neither exists. */
async function questionToEdit(services: Services, id: string) {
  const [settings, entries] = await Promise.all([shopSettings(services), faqEntries(services)]);
  const entry = entries.find((each) => each.id === id);
  const groups = ownGroups(faqFacts(settings));
  const own = groups.flatMap(({ id: groupId, questions }) =>
    questions
      .filter((each) => each.id === id)
      .map((each) => ({ ...each, groupId, position: 0, hidden: false })),
  )[0];
  const shown = entry ?? own;
  if (!shown) return null;
  return {
    edit: { values: faqFields(shown), version: entry ? String(entry.version) : "" } satisfies Edit,
    isOwn: own !== undefined,
    isWritten: entry !== undefined,
    groupId: own?.groupId,
  };
}

export async function loader({ context, params }: Route.LoaderArgs) {
  if (params.id === "new") {
    const edit: Edit = { values: { groupId: "orders", position: "0" }, version: "" };
    return { edit, isOwn: false, isWritten: false };
  }
  const found = await questionToEdit(context.get(servicesContext), params.id);
  if (!found) throw new Response("No such question", { status: 404 });
  return found;
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const sent = await formFields({ request, context });
  const known = params.id === "new" ? null : await questionToEdit(services, params.id);
  if (params.id !== "new" && !known) throw new Response("No such question", { status: 404 });
  const leave = (message: "questionSaved" | "questionDropped") =>
    redirect(list, { status: 303, headers: { "Set-Cookie": flashCookie(message) } });
  if (sent.get("intent") === "drop") {
    await deleteFaqEntry(services, { actor, id: params.id });
    return leave("questionDropped");
  }
  // A built-in question stays in its group.
  if (known?.groupId) sent.set("groupId", known.groupId);
  const version = sent.get("version") ?? "";
  const values = Object.fromEntries(
    [group, position, ...words].map(({ name }) => [name, sent.get(name) ?? ""]),
  );
  const read = readFaqEntry(sent);
  if (!read.ok) {
    const edit: Edit = { values, version, errors: read.errors };
    return data({ edit, toast: messages.formWrong }, 400);
  }
  const id = known ? params.id : randomUUID();
  const saved = await saveFaqEntry(services, { actor, version, entry: { id, ...read.entry } });
  if (saved.ok) return leave("questionSaved");
  const now = await questionToEdit(services, params.id);
  if (!now) throw new Response("No such question", { status: 404 });
  const edit: Edit = { values, version: now.edit.version, theirs: now.edit.values };
  return data({ edit, toast: messages.changedMeanwhile }, 409);
}

export default function Question({ loaderData, actionData, params }: Route.ComponentProps) {
  const { isOwn, isWritten } = loaderData;
  const title = params.id === "new" ? "New question" : loaderData.edit.values.question || "Question";
  return (
    <>
      <ScreenHead title={title} back={{ to: list, label: "Questions" }}>
        {isWritten && (
          <Confirm
            id="drop-question"
            open={isOwn ? "Restore the shop's own text" : "Delete"}
            title={isOwn ? "Remove your text?" : `Delete ${title}?`}
            text={
              isOwn
                ? "The shop's own question and answer will be shown again."
                : "It will be removed from the FAQ page permanently."
            }
            button={isOwn ? "Take away" : "Delete"}
            fields={{ intent: "drop" }}
          />
        )}
      </ScreenHead>
      <EditForm
        key={useLocation().key}
        label={title}
        fields={isOwn ? words : [group, ...words, position]}
        edit={actionData?.edit ?? loaderData.edit}
        toast={actionData?.toast}
        button="Save question"
        cancelTo={list}
      />
    </>
  );
}
