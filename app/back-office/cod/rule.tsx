import { href } from "react-router";
import {
  type CodRule,
  codRuleOf,
  codSubject,
  countCodOrders,
  deleteCodRule,
  saveCodRule,
} from "../../../shop/cod/cod-rules.server.ts";
import { codOutcomeLabels, codOutcomes, codRuleFields, readCodRule } from "../../../shop/cod/cod-rules.ts";
import { readRule } from "../../../shop/rules/rules.ts";
import { redirectWithToast, typedTexts } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { Confirm } from "../parts/confirm.tsx";
import { type EditedRecord, type EditField, EditForm } from "../parts/edit-form.tsx";
import { RuleEditor } from "../parts/rule-editor.tsx";
import { saveEdit } from "../parts/save-edit.server.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/rule";

const list = href("/admin/settings/cod");
const isNew = (id: string) => id === "new";

const fieldsFor = ({ paysOnline, sendsCodes }: { paysOnline: boolean; sendsCodes: boolean }): EditField[] => [
  { name: "name", label: "Name", hint: "For staff only, such as PINs with many returns." },
  {
    name: "outcome",
    label: "For orders that fit",
    control: "select",
    options: codOutcomes.map((value) => ({ value, label: codOutcomeLabels[value] })),
    hint: [
      !paysOnline &&
        "Online payment is not set up, so nobody can pay in advance: until it is, the customer is asked to confirm the order by a link instead.",
      !sendsCodes &&
        "SMS and WhatsApp are not set up, so no code can be sent: until they are, the customer is asked to confirm by a link.",
    ]
      .filter(Boolean)
      .join(" "),
  },
  {
    name: "advancePercent",
    label: "In advance, percent of the order",
    optional: true,
    row: "advance",
    hint: "Only for a part paid in advance: a percent, or an amount. Rounded up to whole rupees.",
  },
  {
    name: "advanceAmount",
    label: "Or an amount in rupees",
    optional: true,
    row: "advance",
  },
  {
    name: "reason",
    label: "What the customer reads",
    optional: true,
    control: "long",
    rows: 2,
    hint: "Needed when cash is not taken; a link to your contact page stands behind it. For a confirmation it stands at the checkout, instead of “We send you a link to confirm the order, and pack it then.”; for an advance it stands below what is paid now and on delivery.",
  },
];

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const subject = await codSubject(services);
  const paysOnline = services.payments.online !== undefined;
  const sendsCodes = services.messaging.channels.length > 0;
  if (isNew(id)) {
    const record: EditedRecord = { values: { outcome: "refuse" }, version: "" };
    return { record, subject, matches: undefined, paysOnline, sendsCodes };
  }
  const found = await codRuleOf(services, id);
  if (!found) throw new Response("No such rule", { status: 404 });
  const matches = found.rule ? await countCodOrders(services, found.rule) : undefined;
  return { record: recordOf(found), subject, matches, paysOnline, sendsCodes };
}

const recordOf = (rule: CodRule): EditedRecord => ({
  values: codRuleFields(rule),
  version: String(rule.version),
});

const refusals = {
  "name-taken": { name: "Another rule has this name." },
  "too-many": {
    name: "There are 40 rules already. Put PIN codes or SKUs into one rule, separated by commas.",
  },
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const actor = staffOf(context);
  const sent = await formFields({ request, context });
  const id = isNew(params.id) ? null : params.id;
  if (sent.get("intent") === "delete" && id !== null) {
    const deleted = await deleteCodRule(services, { actor, id });
    return redirectWithToast(list, deleted.ok ? "codRuleDeleted" : "codRuleGone");
  }
  const subject = await codSubject(services);
  if (sent.get("intent") === "preview" || sent.has("remove")) {
    sent.delete(`rule.${sent.get("remove")}.field`);
    const rule = readRule(subject, sent);
    const matches = rule.ok ? await countCodOrders(services, rule.value) : null;
    return { ok: true, typed: typedTexts(sent), errors: rule.ok ? {} : rule.errors, matches };
  }
  return saveEdit(sent, {
    read: readCodRule(sent, subject),
    saveAs: (input, version) => saveCodRule(services, { actor, id, version, input }),
    refusals,
    now: async () => {
      const found = id === null ? null : await codRuleOf(services, id);
      return found && recordOf(found);
    },
    saved: [list, "codRuleSaved"],
    gone: "codRuleGone",
  });
}

export default function EditCodRule({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const { record, subject } = loaderData;
  const answer = useLastAnswer(actionData);
  // Those of the rule as it is saved say nothing about one that was refused.
  const saved = answer ? undefined : loaderData.matches;
  const matches = answer && "matches" in answer ? answer.matches : saved;
  const title = isNew(id) ? "New rule" : record.values.name || "Rule";
  return (
    <>
      <ScreenHead title={title} back={{ to: list, label: "Cash on delivery" }}>
        {!isNew(id) && (
          <Confirm
            id="delete-rule"
            open="Delete"
            title={`Delete ${title}?`}
            text="The next rule that fits decides, and without one cash on delivery is taken. This cannot be undone."
            button="Delete"
            fields={{ intent: "delete" }}
          />
        )}
      </ScreenHead>
      <EditForm
        label={title}
        fields={fieldsFor(loaderData)}
        record={record}
        answer={answer}
        button="Save rule"
        cancelTo={list}
        more={(shown, theirs) => (
          <RuleEditor countAt={href("/admin/rules/cod")} {...{ subject, shown, theirs, matches }} />
        )}
      />
    </>
  );
}
