import { href, Link } from "react-router";
import {
  customerRules,
  customerRulesOf,
  groupFields,
  readGroup,
} from "../../../shop/customers/customer-rules.ts";
import {
  type CustomerGroup,
  customerGroupOf,
  deleteCustomerGroup,
  saveCustomerGroup,
} from "../../../shop/customers/groups.server.ts";
import { countCustomers, customerTags } from "../../../shop/customers/list-customers.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { type EditedRecord, type EditField, newRecord } from "../parts/edit-form.tsx";
import { handleRecordForm, recordAt, recordKey } from "../parts/records/record-form.server.ts";
import { RecordScreen } from "../parts/records/record-screen.tsx";
import { previewRule } from "../parts/records/rule-preview.server.ts";
import { matchesToShow, RuleEditor } from "../parts/rule-editor.tsx";
import type { Route } from "./+types/group";

const list = href("/admin/customers/groups");
const fields: EditField[] = [{ name: "name", label: "Name", hint: "For staff only, such as Big spenders." }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const subject = customerRulesOf({ tags: await customerTags(services) });
  const found = await recordAt(params.id, (id) => customerGroupOf(services, id));
  const matches = found?.rule ? await countCustomers(services, found.rule) : undefined;
  return { name: found?.name, record: found ? recordOf(found) : newRecord, subject, matches };
}

const recordOf = ({ name, rule, version }: CustomerGroup): EditedRecord => ({
  values: rule ? groupFields({ name, rule }) : { name },
  version: String(version),
});

const refusals = {
  "name-taken": { name: "Another group has this name." },
  "too-many": { name: "There are 60 groups already, the most that the list's filter can show." },
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const actor = staffOf(context);
  const sent = await formFields({ request, context });
  const preview = await previewRule(sent, customerRules, (rule) => countCustomers(services, rule));
  if (preview) return preview;
  const key = recordKey(params.id);
  return handleRecordForm(sent, {
    key,
    find: (id) => customerGroupOf(services, id),
    recordOf,
    read: readGroup(sent),
    saveAs: (input, version) => saveCustomerGroup(services, { actor, id: key, version, input }),
    refusals,
    remove: (id) => deleteCustomerGroup(services, { actor, id }),
    list,
    messages: { saved: "customerGroupSaved", deleted: "customerGroupDeleted", gone: "customerGroupGone" },
  });
}

export default function EditGroup({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const { name, record, subject } = loaderData;
  const answer = useLastAnswer(actionData);
  const matches = matchesToShow(answer, loaderData.matches);
  return (
    <RecordScreen
      title={name ?? "New group"}
      back={{ to: list, label: "Groups of customers" }}
      deletion={name && "Its customers stay as they are. This cannot be undone."}
      actions={
        name && (
          <Link className="btn btn-secondary" to={`${href("/admin/customers")}?group=${id}`}>
            See customers
          </Link>
        )
      }
      fields={fields}
      record={record}
      answer={answer}
      button="Save group"
      more={(shown, theirs, touch) => (
        <RuleEditor
          countAt={href("/admin/rules/customers")}
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
