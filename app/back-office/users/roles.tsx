import { href, Link } from "react-router";
import { needsSecondFactor, subjectsOf } from "../../../shop/access/permissions.ts";
import { roleRows } from "../../../shop/accounts/team/edit-role.server.ts";
import { servicesContext } from "../../services-context.ts";
import { actionsColumn, numberColumn } from "../parts/lists/columns.tsx";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import type { Route } from "./+types/roles";

export function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const asked = { sorts: ["name"] as const, filters: {}, size: 100 };
  return listPage(request, asked, async () => ({
    rows: (await roleRows(services)).map(({ key, name, people, ...role }) => ({
      key,
      name,
      people,
      permissions: [...role.permissions].length,
      subjects: subjectsOf(role.permissions).join(", "),
      twoStep: needsSecondFactor(role, services.site.mode),
    })),
    more: false,
  }));
}

type Row = Awaited<ReturnType<typeof loader>>["rows"][number];

const columns: Column<Row>[] = [
  {
    label: "Name",
    kind: "main",
    cell: ({ key, name, subjects }) => (
      <>
        <Link className="link" to={href("/admin/team/roles/:key", { key })}>
          {name}
        </Link>
        <small>{subjects}</small>
      </>
    ),
  },
  numberColumn("Permissions", ({ permissions }) => permissions),
  numberColumn("People", ({ people }) => people),
  {
    label: "Two-step login",
    cardLabel: true,
    cell: ({ twoStep }) => (twoStep ? "Required" : "As they like"),
  },
  actionsColumn(({ key, name }) => (
    <Link
      className="btn btn-link"
      to={`${href("/admin/team/roles/new")}?from=${key}`}
      aria-label={`Copy the role ${name}`}
    >
      Copy
    </Link>
  )),
];

/** The roles of the team: what each may do is on its own page. */
export default function Roles({ loaderData }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Roles"
      text="What the team may do. A change counts at once."
      back={{ to: href("/admin/team"), label: "Team" }}
      actions={
        <Link className="btn btn-primary" to={href("/admin/team/roles/new")}>
          New role
        </Link>
      }
      {...loaderData}
      rowKey={({ key }) => key}
      rowName={({ name }) => name}
      empty="No roles."
      columns={columns}
    />
  );
}
