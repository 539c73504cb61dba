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
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { EditedRecord, EditField } from "../parts/edit-form.tsx";
import { handleRecordForm, recordAt, recordKey } from "../parts/records/record-form.server.ts";
import { RecordScreen } from "../parts/records/record-screen.tsx";
import { previewRule } from "../parts/records/rule-preview.server.ts";
import { matchesToShow, RuleEditor } from "../parts/rule-editor.tsx";
import type { Route } from "./+types/rule";

const list = href("/admin/settings/cod");
const fresh: EditedRecord = { values: { outcome: "refuse" }, version: "" };

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

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const subject = await codSubject(services);
  const paysOnline = services.payments.online !== undefined;
  const sendsCodes = services.messaging.channels.length > 0;
  const found = await recordAt(params.id, (id) => codRuleOf(services, id));
  const matches = found?.rule ? await countCodOrders(services, found.rule) : undefined;
  const record = found ? recordOf(found) : fresh;
  return { name: found?.name, record, subject, matches, paysOnline, sendsCodes };
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
  const subject = await codSubject(services);
  const preview = await previewRule(sent, subject, (rule) => countCodOrders(services, rule));
  if (preview) return preview;
  const key = recordKey(params.id);
  return handleRecordForm(sent, {
    key,
    find: (id) => codRuleOf(services, id),
    recordOf,
    read: readCodRule(sent, subject),
    saveAs: (input, version) => saveCodRule(services, { actor, id: key, version, input }),
    refusals,
    remove: (id) => deleteCodRule(services, { actor, id }),
    list,
    messages: { saved: "codRuleSaved", deleted: "codRuleDeleted", gone: "codRuleGone" },
  });
}

export default function EditCodRule({ loaderData, actionData }: Route.ComponentProps) {
  const { name, record, subject } = loaderData;
  const answer = useLastAnswer(actionData);
  const matches = matchesToShow(answer, loaderData.matches);
  return (
    <RecordScreen
      title={name ?? "New rule"}
      back={{ to: list, label: "Cash on delivery" }}
      deletion={
        name &&
        "The next rule that fits decides, and without one cash on delivery is taken. This cannot be undone."
      }
      fields={fieldsFor(loaderData)}
      record={record}
      answer={answer}
      button="Save rule"
      more={(shown, theirs, touch) => (
        <RuleEditor
          countAt={href("/admin/rules/cod")}
          subject={subject}
          shown={shown}
          theirs={theirs}
          matches={matches}
          touch={touch}
        />
      )}
    />
  );
}
