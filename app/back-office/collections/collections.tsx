import { href, Link } from "react-router";
import { type CollectionRow, collectionRows } from "../../../shop/catalogue/edit/edit-collection.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { servicesContext } from "../../services-context.ts";
import { actionsColumn, numberColumn, pictureColumn } from "../parts/lists/columns.tsx";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import type { Route } from "./+types/collections";

export function loader({ request, context }: Route.LoaderArgs) {
  const asked = { sorts: ["position"] as const, filters: {}, size: 60 };
  return listPage(request, asked, async () => ({
    rows: await collectionRows(context.get(servicesContext)),
    more: false,
  }));
}

const columns: Column<CollectionRow>[] = [
  pictureColumn(),
  {
    label: "Name",
    kind: "main",
    cell: ({ slug, name }) => (
      <>
        <Link className="link" to={href("/admin/collections/:slug/edit", { slug })}>
          {name}
        </Link>
        <span className="muted"> /category/{slug}</span>
      </>
    ),
  },
  numberColumn("Products", ({ products }) => products),
  {
    label: "Chosen",
    cardLabel: true,
    cell: ({ isByRule }) => (isByRule ? "by rules" : "by hand"),
  },
  numberColumn("Position", ({ position }) => position),
  {
    label: "Shown in",
    cardLabel: true,
    cell: ({ isInMenus, isOnHome }) =>
      [isInMenus && "menus", isOnHome && "home page"].filter(Boolean).join(", ") || "its own page only",
  },
  actionsColumn(({ slug, name }) => (
    <Link
      className="btn btn-link"
      to={href("/admin/collections/:slug/products", { slug })}
      aria-label={`Sort products of ${name}`}
    >
      Sort products
    </Link>
  )),
];

export default function Collections({ loaderData }: Route.ComponentProps) {
  useLiveUpdates(["products"]);
  return (
    <ListScreen
      title="Collections"
      text="Where shoppers look: the menus, “Shop by Category” on the home page, and a page each."
      actions={
        <>
          <Link className="btn btn-secondary" to={href("/admin/collections/sort")}>
            Sort
          </Link>
          <Link className="btn btn-primary" to={href("/admin/collections/new")}>
            New collection
          </Link>
        </>
      }
      {...loaderData}
      rowKey={({ slug }) => slug}
      rowName={({ name }) => name}
      empty="No collections yet. Shoppers find products by category and search."
      columns={columns}
    />
  );
}
