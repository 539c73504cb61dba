import { href, Link } from "react-router";
import { type CategoryToEdit, categoryRows } from "../../../shop/catalogue/edit/edit-category.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { servicesContext } from "../../services-context.ts";
import { numberColumn } from "../parts/lists/columns.tsx";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import type { Route } from "./+types/categories";

export function loader({ request, context }: Route.LoaderArgs) {
  const asked = { sorts: ["name"] as const, filters: {}, size: 50 };
  return listPage(request, asked, async ({ q, page, size }) => {
    const all = await categoryRows(context.get(servicesContext), q);
    const from = (page - 1) * size;
    return { rows: all.slice(from, from + size), more: all.length > from + size };
  });
}

const columns: Column<CategoryToEdit>[] = [
  {
    label: "Name",
    kind: "main",
    cell: ({ id, name, slug, parent }) => (
      <>
        {parent && <span className="muted">{parent} › </span>}
        <Link className="link" to={href("/admin/categories/:id", { id })}>
          {name}
        </Link>
        <span className="muted"> /category/{slug}</span>
      </>
    ),
  },
  { label: "Details of", cardLabel: true, cell: ({ set }) => set },
  numberColumn("Products", ({ products }) => products),
];

export default function Categories({ loaderData }: Route.ComponentProps) {
  useLiveUpdates(["products"]);
  return (
    <ListScreen
      title="Categories"
      text="What a product is. A category decides which details its products have."
      actions={
        <Link className="btn btn-primary" to={href("/admin/categories/:id", { id: "new" })}>
          New category
        </Link>
      }
      moreActions={
        <>
          <Link className="btn btn-secondary" to={href("/admin/attribute-sets")}>
            Sets of details
          </Link>
          <Link className="btn btn-secondary" to={href("/admin/sizes")}>
            Sizes
          </Link>
          <Link className="btn btn-secondary" to={href("/admin/categories/sort")}>
            Sort
          </Link>
        </>
      }
      {...loaderData}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty="No categories. Make the first one here, or in the form of a product."
      notFound="No categories found. Try other words."
      search={{ label: "Search categories", placeholder: "Name" }}
      columns={columns}
    />
  );
}
