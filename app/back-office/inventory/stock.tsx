import { href, Link } from "react-router";
import { type StockRow, stockCounts, stockRows } from "../../../shop/catalogue/inventory/inventory.server.ts";
import { lowStock } from "../../../shop/catalogue/inventory/inventory.ts";
import { grouped } from "../../../shop/money.ts";
import { ResponsivePicture } from "../../parts/picture.tsx";
import { servicesContext } from "../../services-context.ts";
import { staffOf } from "../../web/guards.server.ts";
import { useLiveUpdates } from "../../web/use-live-updates.ts";
import { type Column, List } from "../parts/list.tsx";
import { pagesOf, readListAddress } from "../parts/list-address.ts";
import { May } from "../parts/may.tsx";
import { ListFlashMessage } from "../parts/products/flash-message.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/stock";
import { AdjustmentReasons, StockAdjustment, variantName } from "./adjust.tsx";
import { handleAdjustment } from "./answer.server.ts";

const rowsShown = 50;

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const address = readListAddress(new URL(request.url).searchParams, {
    sorts: ["sku", "left"],
    filters: { show: ["low", "out"] },
  });
  const { show } = address.filters;
  const [{ rows, more, total }, counts] = await Promise.all([
    stockRows(services, {
      text: address.q,
      show: show === "low" || show === "out" ? show : "",
      sort: address.sort === "left" ? "left" : "sku",
      descending: address.descending,
      page: address.page,
      size: rowsShown,
    }),
    stockCounts(services),
  ]);
  return { rows, address, paging: pagesOf(address.page, rowsShown, more, total), counts };
}

export function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  return handleAdjustment(context.get(servicesContext), actor, { request, context });
}

export default function Stock({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, address, paging, counts } = loaderData;
  useLiveUpdates(["products"]);
  const figure = ({ count, exact }: { count: number; exact: boolean }) =>
    `${grouped(count)}${exact ? "" : " or more"}`;
  return (
    <>
      <ScreenHead
        title="Inventory"
        text={`${figure(counts.low)} variants are low (1 to ${lowStock} left), ${figure(counts.out)} are out of stock.`}
      />
      <ListFlashMessage toast={actionData?.toast} />
      <AdjustmentReasons />
      <List
        label="Stock by variant"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={variantName}
        address={address}
        paging={paging}
        empty={address.q ? "Nothing in stock matches." : "Nothing here."}
        search={{ label: "Search stock", placeholder: "Name, brand or SKU" }}
        tabs={{
          name: "show",
          tabs: [
            { value: "", label: "All", count: counts.all.count },
            { value: "low", label: "Low", count: counts.low.count },
            { value: "out", label: "Out of Stock", count: counts.out.count },
          ],
        }}
      />
    </>
  );
}

const columns: Column<StockRow>[] = [
  {
    key: "image",
    label: "Image",
    kind: "desk",
    cell: ({ picture }) => (
      <span className="row-picture">
        {picture && <ResponsivePicture picture={picture} alt="" sizes="40px" widths={[160]} />}
      </span>
    ),
  },
  {
    key: "variant",
    label: "Variant and SKU",
    kind: "main",
    sort: "sku",
    cell: (row) => (
      <>
        <Link className="row-name" to={href("/admin/inventory/:id", { id: row.id })}>
          {variantName(row)}
        </Link>
        <small className="num">{row.sku}</small>
        {row.waiting > 0 && (
          <small>{row.waiting === 1 ? "1 person waits for it" : `${row.waiting} people wait for it`}</small>
        )}
      </>
    ),
  },
  {
    key: "stock",
    label: "On hand",
    kind: "number",
    cardLabel: true,
    cell: ({ stock }) => grouped(stock),
  },
  {
    key: "held",
    label: "Set aside",
    kind: "number",
    cardLabel: true,
    cell: ({ held }) => grouped(held),
  },
  {
    key: "left",
    label: "Can be sold",
    kind: "number",
    cardLabel: true,
    sort: "left",
    cell: ({ stock, held }) => {
      const left = stock - held;
      const tone = left > lowStock ? "badge ok" : left > 0 ? "badge warn" : "badge wrong";
      return <span className={tone}>{left > 0 ? grouped(left) : "Out of Stock"}</span>;
    },
  },
  { key: "adjust", label: "Adjust", quietLabel: true, cell: (row) => <AdjustIfAllowed row={row} /> },
];

function AdjustIfAllowed({ row }: { row: StockRow }) {
  return (
    <May permission="stock.adjust">
      <StockAdjustment row={row} />
    </May>
  );
}
