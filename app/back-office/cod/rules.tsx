import { href, Link } from "react-router";
import { type CodRuleRow, codRuleRows } from "../../../shop/cod/cod-rules.server.ts";
import { advanceWords, codOutcomeLabels } from "../../../shop/cod/cod-rules.ts";
import { servicesContext } from "../../services-context.ts";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import type { Route } from "./+types/rules";

export function loader({ request, context }: Route.LoaderArgs) {
  return listPage(request, { sorts: ["position"] as const, filters: {}, size: 60 }, async () => ({
    rows: await codRuleRows(context.get(servicesContext)),
    more: false,
  }));
}

const columns: Column<CodRuleRow>[] = [
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
    cell: ({ outcome, reason, ...advance }) => (
      <>
        {[codOutcomeLabels[outcome], advanceWords(advance)].filter(Boolean).join(": ")}{" "}
        <small>{reason}</small>
      </>
    ),
  },
];

export default function CodRules({ loaderData }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Cash on delivery"
      text="The first rule that fits an order decides. Without one, cash on delivery is taken within the limits of Settings."
      back={{ to: `${href("/admin/settings")}?part=policy`, label: "Settings" }}
      actions={
        <>
          {loaderData.rows.length > 1 && (
            <Link className="btn btn-secondary" to={href("/admin/settings/cod/sort")}>
              Sort
            </Link>
          )}
          <Link className="btn btn-primary" to={href("/admin/settings/cod/:id", { id: "new" })}>
            New rule
          </Link>
        </>
      }
      {...loaderData}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty="No rules yet. Make one for PIN codes or phone numbers whose parcels come back."
      columns={columns}
    />
  );
}
