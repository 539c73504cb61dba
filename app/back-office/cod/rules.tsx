import { href, Link } from "react-router";
import { type CodRule, codRules, raiseCodRule } from "../../../shop/cod/cod-rules.server.ts";
import { codOutcomeLabels } from "../../../shop/cod/cod-rules.ts";
import { redirectWithToast } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { actionsColumn } from "../parts/lists/columns.tsx";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import type { Route } from "./+types/rules";

const here = href("/admin/settings/cod");

export function loader({ request, context }: Route.LoaderArgs) {
  return listPage(request, { sorts: ["position"] as const, filters: {}, size: 60 }, async () => ({
    rows: await codRules(context.get(servicesContext)),
    more: false,
  }));
}

export async function action({ request, context }: Route.ActionArgs) {
  const id = (await formFields({ request, context })).get("id") ?? "";
  const raised = await raiseCodRule(context.get(servicesContext), { actor: staffOf(context), id });
  return redirectWithToast(here, raised.ok ? "codRuleSaved" : "codRuleGone");
}

const columns: Column<CodRule>[] = [
  {
    label: "Rule",
    kind: "main",
    cell: ({ id, name, words }) => (
      <>
        <Link className="link" to={href("/admin/settings/cod/:id", { id })}>
          {name}
        </Link>
        <small>{words}</small>
      </>
    ),
  },
  {
    label: "For orders that fit",
    cell: ({ outcome, reason }) => (
      <>
        {codOutcomeLabels[outcome]} <small>{reason}</small>
      </>
    ),
  },
  actionsColumn(({ id, name }) => (
    <ActionButton fields={{ intent: "raise", id }} label={`Move ${name} up`}>
      Up
    </ActionButton>
  )),
];

export default function CodRules({ loaderData }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Cash on delivery"
      text="The first rule that fits an order decides. Without one, cash on delivery is taken within the limits of Settings."
      back={{ to: `${href("/admin/settings")}?part=policy`, label: "Settings" }}
      actions={
        <Link className="btn btn-primary" to={href("/admin/settings/cod/:id", { id: "new" })}>
          New rule
        </Link>
      }
      {...loaderData}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty="No rules yet. Make one for PIN codes or phone numbers whose parcels come back."
      columns={columns}
    />
  );
}
