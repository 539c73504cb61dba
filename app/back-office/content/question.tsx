import { randomUUID } from "node:crypto";
import type { Services } from "../../../platform/services.server.ts";
import { deleteFaqEntry, faqEntries, saveFaqEntry } from "../../../shop/content/faq/edit-faq.server.ts";
import { ownGroups } from "../../../shop/content/faq/faq.ts";
import { faqFacts } from "../../../shop/content/faq/faq-facts.ts";
import { faqFields, readFaqEntry } from "../../../shop/content/faq/faq-form.ts";
import { faqGroupIds } from "../../../shop/content/faq/question.ts";
import { hoursInWords } from "../../../shop/settings/opening-hours.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { redirectWithToast } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { Confirm } from "../parts/confirm.tsx";
import type { EditedRecord, EditField } from "../parts/edit-form.tsx";
import { recordAt } from "../parts/records/record-form.server.ts";
import { RecordScreen } from "../parts/records/record-screen.tsx";
import { saveEdit } from "../parts/save-edit.server.ts";
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
const words: EditField[] = [
  { name: "question", label: "Question" },
  { name: "answer", label: "Answer", control: "long", rows: 6 },
  { name: "hidden", label: "Hide it from the FAQ page", control: "check" },
];

/** The question with this id: the staff's version, else the built-in one; null when neither exists. */
async function questionToEdit(services: Services, id: string) {
  const [settings, entries] = await Promise.all([shopSettings(services), faqEntries(services)]);
  const entry = entries.find((each) => each.id === id);
  const groups = ownGroups(faqFacts({ ...settings, hours: hoursInWords(settings.hours) }));
  const own = groups.flatMap(({ id: groupId, questions }) =>
    questions.filter((each) => each.id === id).map((each) => ({ ...each, groupId, hidden: false })),
  )[0];
  const shown = entry ?? own;
  if (!shown) return null;
  return {
    record: { values: faqFields(shown), version: entry ? String(entry.version) : "" },
    isOwn: own !== undefined,
    isWritten: entry !== undefined,
    groupId: own?.groupId,
  };
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await recordAt(params.id, (id) => questionToEdit(context.get(servicesContext), id));
  const record: EditedRecord = { values: { groupId: "orders" }, version: "" };
  return found ?? { record, isOwn: false, isWritten: false };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  const known = await recordAt(params.id, (id) => questionToEdit(services, id));
  if (fields.get("intent") === "drop") {
    await deleteFaqEntry(services, { actor, id: params.id });
    return redirectWithToast(list, "questionDropped");
  }
  // A built-in question stays in its group.
  if (known?.groupId) fields.set("groupId", known.groupId);
  const id = known ? params.id : randomUUID();
  return saveEdit(fields, {
    read: readFaqEntry(fields),
    saveAs: (entry, version) => saveFaqEntry(services, { actor, version, entry: { id, ...entry } }),
    now: async () => (await questionToEdit(services, params.id))?.record ?? null,
    saved: [list, "questionSaved"],
  });
}

export default function Question({ loaderData, actionData, params }: Route.ComponentProps) {
  const { record, isOwn, isWritten } = loaderData;
  const title = params.id === "new" ? "New question" : record.values.question || "Question";
  return (
    <RecordScreen
      title={title}
      back={{ to: list, label: "Questions" }}
      actions={
        isWritten && (
          <Confirm
            id="drop-question"
            open={isOwn ? "Restore the shop's own text" : "Delete"}
            title={isOwn ? "Remove your text?" : `Delete ${title}?`}
            text={
              isOwn
                ? "The shop's own question and answer will be shown again."
                : "It will be removed from the FAQ page permanently."
            }
            button={isOwn ? "Restore" : "Delete"}
            fields={{ intent: "drop" }}
          />
        )
      }
      fields={isOwn ? words : [group, ...words]}
      record={record}
      answer={useLastAnswer(actionData)}
      button="Save question"
    />
  );
}
