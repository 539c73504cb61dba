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
import { readRule } from "../../../shop/rules/rules.ts";
import { redirectWithToast, typedTexts } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { Confirm } from "../parts/confirm.tsx";
import { type EditedRecord, EditForm } from "../parts/edit-form.tsx";
import { RuleEditor } from "../parts/rule-editor.tsx";
import { saveEdit } from "../parts/save-edit.server.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/group";

const list = href("/admin/customers/groups");
const isNew = (id: string) => id === "new";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const subject = customerRulesOf({ tags: await customerTags(services) });
  if (isNew(id))
    return { record: { values: {}, version: "" } satisfies EditedRecord, subject, matches: undefined };
  const found = await customerGroupOf(services, id);
  if (!found) throw new Response("No such group", { status: 404 });
  const matches = found.rule ? await countCustomers(services, found.rule) : undefined;
  return { record: recordOf(found), subject, matches };
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
  const id = isNew(params.id) ? null : params.id;
  if (sent.get("intent") === "delete" && id !== null) {
    const deleted = await deleteCustomerGroup(services, { actor, id });
    return redirectWithToast(list, deleted.ok ? "customerGroupDeleted" : "customerGroupGone");
  }
  if (sent.get("intent") === "preview" || sent.has("remove")) {
    sent.delete(`rule.${sent.get("remove")}.field`);
    const rule = readRule(customerRules, sent);
    const matches = rule.ok ? await countCustomers(services, rule.value) : null;
    return { ok: true, typed: typedTexts(sent), errors: rule.ok ? {} : rule.errors, matches };
  }
  return saveEdit(sent, {
    read: readGroup(sent),
    saveAs: (input, version) => saveCustomerGroup(services, { actor, id, version, input }),
    refusals,
    now: async () => {
      const found = id === null ? null : await customerGroupOf(services, id);
      return found && recordOf(found);
    },
    saved: [list, "customerGroupSaved"],
    gone: "customerGroupGone",
  });
}

export default function EditGroup({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const { record, subject } = loaderData;
  const answer = useLastAnswer(actionData);
  // Those of the rule as it is saved say nothing about one that was refused.
  const saved = answer ? undefined : loaderData.matches;
  const matches = answer && "matches" in answer ? answer.matches : saved;
  const values: Record<string, string> = record.values;
  const title = isNew(id) ? "New group" : values.name || "Group";
  return (
    <>
      <ScreenHead title={title} back={{ to: list, label: "Groups of customers" }}>
        {!isNew(id) && (
          <>
            <Link className="btn btn-secondary" to={`${href("/admin/customers")}?group=${id}`}>
              See customers
            </Link>
            <Confirm
              id="delete-group"
              open="Delete"
              title={`Delete ${title}?`}
              text="Its customers stay as they are. This cannot be undone."
              button="Delete"
              fields={{ intent: "delete" }}
            />
          </>
        )}
      </ScreenHead>
      <EditForm
        label={title}
        fields={[{ name: "name", label: "Name", hint: "For staff only, such as Big spenders." }]}
        record={record}
        answer={answer}
        button="Save group"
        cancelTo={list}
        more={(shown, theirs) => (
          <RuleEditor countAt={href("/admin/rules/customers")} {...{ subject, shown, theirs, matches }} />
        )}
      />
    </>
  );
}
