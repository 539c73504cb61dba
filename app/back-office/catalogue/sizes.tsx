import { href, Link } from "react-router";
import {
  type SizeScaleToEdit,
  sizeScaleRows,
} from "../../../shop/catalogue/edit/edit-attribute-set.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { servicesContext } from "../../services-context.ts";
import { numberColumn } from "../parts/lists/columns.tsx";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import type { Route } from "./+types/sizes";

export function loader({ request, context }: Route.LoaderArgs) {
  const asked = { sorts: ["position"] as const, filters: {}, size: 50 };
  return listPage(request, asked, async ({ q, page, size }) => {
    const all = await sizeScaleRows(context.get(servicesContext), q);
    const from = (page - 1) * size;
    return { rows: all.slice(from, from + size), more: all.length > from + size };
  });
}

const columns: Column<SizeScaleToEdit>[] = [
  {
    label: "Name",
    kind: "main",
    cell: ({ key, name, sizes }) => (
      <>
        <Link className="link" to={href("/admin/sizes/:key", { key })}>
          {name}
        </Link>
        <span className="block muted">{sizes.join(", ")}</span>
      </>
    ),
  },
  numberColumn("Used by", ({ usedBy }) => usedBy.length),
];

export default function SizeScales({ loaderData }: Route.ComponentProps) {
  useLiveUpdates(["products"]);
  return (
    <ListScreen
      title="Sizes"
      text="The sizes that products come in, in the order of pages, filters and stock tables."
      back={{ to: href("/admin/categories"), label: "Categories" }}
      actions={
        <>
          <Link className="btn btn-secondary" to={href("/admin/size-guides")}>
            Size guides
          </Link>
          <Link className="btn btn-secondary" to={href("/admin/sizes/sort")}>
            Sort
          </Link>
          <Link className="btn btn-primary" to={href("/admin/sizes/:key", { key: "new" })}>
            New size scale
          </Link>
        </>
      }
      {...loaderData}
      rowKey={({ key }) => key}
      rowName={({ name }) => name}
      empty="No size scale has this name."
      search={{ label: "Search size scales", placeholder: "Name" }}
      columns={columns}
    />
  );
}
