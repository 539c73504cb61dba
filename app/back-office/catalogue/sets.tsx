import { href, Link } from "react-router";
import {
  type AttributeSetToEdit,
  attributeSetRows,
} from "../../../shop/catalogue/edit/edit-attribute-set.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { servicesContext } from "../../services-context.ts";
import { numberColumn } from "../parts/lists/columns.tsx";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import type { Route } from "./+types/sets";

export function loader({ request, context }: Route.LoaderArgs) {
  const asked = { sorts: ["name"] as const, filters: {}, size: 50 };
  return listPage(request, asked, async ({ q, page, size }) => {
    const all = await attributeSetRows(context.get(servicesContext), q);
    const from = (page - 1) * size;
    return { rows: all.slice(from, from + size), more: all.length > from + size };
  });
}

const columns: Column<AttributeSetToEdit>[] = [
  {
    label: "Name",
    kind: "main",
    cell: ({ key, name, fields }) => (
      <>
        <Link className="link" to={href("/admin/attribute-sets/:key", { key })}>
          {name}
        </Link>
        <span className="block muted">{fields.map(({ label }) => label).join(", ")}</span>
      </>
    ),
  },
  numberColumn("Categories", ({ categories }) => categories.length),
];

export default function AttributeSets({ loaderData }: Route.ComponentProps) {
  useLiveUpdates(["products"]);
  return (
    <ListScreen
      title="Sets of details"
      text="Which details the products of a category have: in their form, on their page and in filters."
      back={{ to: href("/admin/categories"), label: "Categories" }}
      actions={
        <Link className="btn btn-primary" to={href("/admin/attribute-sets/:key", { key: "new" })}>
          New set
        </Link>
      }
      {...loaderData}
      rowKey={({ key }) => key}
      rowName={({ name }) => name}
      empty="No set of details has this name."
      search={{ label: "Search sets of details", placeholder: "Name" }}
      columns={columns}
    />
  );
}
