import { href, Link } from "react-router";
import { type CustomerGroup, customerGroups } from "../../../shop/customers/groups.server.ts";
import { servicesContext } from "../../services-context.ts";
import { actionsColumn } from "../parts/lists/columns.tsx";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import { May, MayLink } from "../parts/may.tsx";
import type { Route } from "./+types/groups";

export function loader({ request, context }: Route.LoaderArgs) {
  return listPage(request, { sorts: ["name"] as const, filters: {}, size: 60 }, async () => ({
    rows: await customerGroups(context.get(servicesContext)),
    more: false,
  }));
}

const columns: Column<CustomerGroup>[] = [
  {
    label: "Group",
    kind: "main",
    cell: ({ id, name, words }) => (
      <>
        <MayLink permission="customers.edit" to={href("/admin/customers/groups/:id", { id })}>
          {name}
        </MayLink>
        <small>{words}</small>
      </>
    ),
  },
  actionsColumn(({ id, name }) => (
    <Link
      className="btn btn-link"
      to={`${href("/admin/customers")}?group=${id}`}
      aria-label={`See customers of ${name}`}
    >
      See customers
    </Link>
  )),
];

export default function CustomerGroups({ loaderData }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Groups of customers"
      text="A group is a rule: whoever fits it belongs to the group, now and later."
      back={{ to: href("/admin/customers"), label: "Customers" }}
      actions={
        <May permission="customers.edit">
          <Link className="btn btn-primary" to={href("/admin/customers/groups/:id", { id: "new" })}>
            New group
          </Link>
        </May>
      }
      {...loaderData}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty="No groups yet. Make one for those who spent much, or who have not ordered for long."
      columns={columns}
    />
  );
}
