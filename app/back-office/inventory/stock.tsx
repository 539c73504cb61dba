import { href, Link } from "react-router";
import { type StockRow, stockCounts, stockRows } from "../../../shop/catalogue/inventory/inventory.server.ts";
import { lowStock } from "../../../shop/catalogue/inventory/inventory.ts";
import { grouped, plural } from "../../../shop/money.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { servicesContext } from "../../services-context.ts";
import { numberColumn, pictureColumn, StockTone } from "../parts/lists/columns.tsx";
import type { Column } from "../parts/lists/list.tsx";
import { countLabel, listPage, oneOf } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import { May } from "../parts/may.tsx";
import type { Route } from "./+types/stock";
import { AdjustmentReasons, StockAdjustment, variantName } from "./adjust.tsx";
import { handleAdjustment } from "./answer.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const asked = { sorts: ["sku", "left"] as const, filters: { show: ["low", "out"] }, size: 50 };
  return listPage(request, asked, async ({ q, sort, descending, page, size, filters }) => {
    const [found, counts] = await Promise.all([
      stockRows(services, {
        text: q,
        show: oneOf(["low", "out"], filters.show),
        sort: sort === "left" ? "left" : "sku",
        descending,
        page,
        size,
      }),
      stockCounts(services),
    ]);
    return { ...found, counts };
  });
}

export function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  return handleAdjustment(context.get(servicesContext), actor, { request, context });
}

export default function Stock({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, address, paging, counts } = loaderData;
  useLiveUpdates(["products"]);
  return (
    <ListScreen
      title="Inventory"
      text={`${countLabel(counts.low)} ${counts.low.count === 1 ? "variant is" : "variants are"} low (1 to ${lowStock} left), ${countLabel(counts.out)} ${counts.out.count === 1 ? "is" : "are"} out of stock.`}
      answer={useLastAnswer(actionData)}
      label="Stock by variant"
      rows={rows}
      columns={columns}
      tableClass="list-table stock-table"
      rowKey={({ id }) => id}
      rowName={variantName}
      address={address}
      paging={paging}
      empty={address.q ? "Nothing in stock matches." : "Nothing here."}
      search={{ label: "Search stock", placeholder: "Name, brand or SKU" }}
      sorts={[
        { value: "sku", label: "SKU, A to Z" },
        { value: "-sku", label: "SKU, Z to A" },
        { value: "left", label: "Available, low to high" },
        { value: "-left", label: "Available, high to low" },
      ]}
      tabs={{
        name: "show",
        tabs: [
          { value: "", label: "All", count: counts.all },
          { value: "low", label: "Low", count: counts.low },
          { value: "out", label: "Out of Stock", count: counts.out },
        ],
      }}
    >
      <AdjustmentReasons />
    </ListScreen>
  );
}

const waitingWords = ({ waiting }: { waiting: number }) =>
  waiting > 0 && plural(waiting, "person waits for it", "people wait for it");

const columns: Column<StockRow>[] = [
  pictureColumn(),
  {
    label: "Variant and SKU",
    kind: "main",
    sort: "sku",
    whole: (row) => [variantName(row), row.sku, waitingWords(row)].filter(Boolean).join(" · "),
    cell: (row) => (
      <>
        <Link className="row-name font-medium" to={href("/admin/inventory/:id", { id: row.id })}>
          {variantName(row)}
        </Link>
        <small className="num">{[row.sku, waitingWords(row)].filter(Boolean).join(" · ")}</small>
      </>
    ),
  },
  numberColumn("On hand", ({ stock }) => grouped(stock)),
  numberColumn("Reserved", ({ reserved }) => grouped(reserved)),
  {
    label: "Available",
    kind: "number",
    cardLabel: true,
    sort: "left",
    cell: ({ stock, reserved }) => {
      const left = stock - reserved;
      return <StockTone stock={left}>{left > 0 ? grouped(left) : "Out of Stock"}</StockTone>;
    },
  },
  { label: "Adjust", quietLabel: true, cell: (row) => <AdjustIfAllowed row={row} /> },
];

function AdjustIfAllowed({ row }: { row: StockRow }) {
  return (
    <May permission="stock.adjust">
      <StockAdjustment row={row} />
    </May>
  );
}
