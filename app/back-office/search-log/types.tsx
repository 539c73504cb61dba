import { Link } from "react-router";
import { listProductTypes } from "../../../shop/search/lexicon/edit-product-types.server.ts";
import type { TypeRow } from "../../../shop/search/lexicon/lexicon.ts";
import { servicesContext } from "../../services-context.ts";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import type { Route } from "./+types/types";

const wordsShown = 5;

export function loader({ request, context }: Route.LoaderArgs) {
  return listPage(request, { sorts: ["name"] as const, filters: {}, size: 50 }, async ({ q, page, size }) => {
    const all = await listProductTypes(context.get(servicesContext));
    const asked = q.toLowerCase();
    const found = all.filter(({ name, words }) =>
      [name.toLowerCase(), ...words].some((word) => word.includes(asked)),
    );
    return { rows: found.slice((page - 1) * size, page * size), more: found.length > page * size };
  });
}

const columns: Column<TypeRow>[] = [
  {
    label: "Type",
    kind: "main",
    cell: ({ name, words }) => (
      <>
        <Link className="link" to={`/admin/searches/types/${encodeURIComponent(name)}`}>
          {name}
        </Link>
        <span className="muted">
          {" "}
          {words.slice(0, wordsShown).join(", ")}
          {words.length > wordsShown && ", …"}
        </span>
      </>
    ),
  },
  { label: "Part of", cardLabel: true, cell: ({ parent }) => parent ?? "—" },
];

export default function ProductTypes({ loaderData }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Product types"
      text="What the search understands by shoe, kurti or earring. A search for a type finds its products first, and offers similar types when the shop has none."
      actions={
        <Link className="btn btn-primary" to="/admin/searches/types/new">
          New product type
        </Link>
      }
      {...loaderData}
      rowKey={({ name }) => name}
      rowName={({ name }) => name}
      empty="No product type has this word."
      search={{ label: "Search product types", placeholder: "Name or word" }}
      columns={columns}
    />
  );
}
