import { href, Link } from "react-router";
import { type SizeGuideToEdit, sizeGuideRows } from "../../../shop/catalogue/kinds/size-guides.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import type { Route } from "./+types/guides";

export function loader({ request, context }: Route.LoaderArgs) {
  const asked = { sorts: ["name"] as const, filters: {}, size: 50 };
  return listPage(request, asked, async ({ q, page, size }) => {
    const all = await sizeGuideRows(context.get(servicesContext), q);
    const from = (page - 1) * size;
    return { rows: all.slice(from, from + size), more: all.length > from + size };
  });
}

const columns: Column<SizeGuideToEdit>[] = [
  {
    label: "Name",
    kind: "main",
    cell: ({ id, name, of }) => (
      <>
        <Link className="link" to={href("/admin/size-guides/:id", { id })}>
          {name}
        </Link>
        <span className="block muted">For {of}</span>
      </>
    ),
  },
];

export default function SizeGuides({ loaderData }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Size guides"
      text="A product's page shows the nearest: of its category and brand, its category, its brand, its size scale. Without one of yours, clothing and shoes show the shop's usual tables."
      back={{ to: href("/admin/sizes"), label: "Sizes" }}
      actions={
        <Link className="btn btn-primary" to={href("/admin/size-guides/:id", { id: "new" })}>
          New size guide
        </Link>
      }
      {...loaderData}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty="No size guides of your own yet. Make one for a brand or category that is cut differently."
      notFound="No size guides found. Try other words."
      search={{ label: "Search size guides", placeholder: "Name" }}
      columns={columns}
    />
  );
}
