import { href, Link } from "react-router";
import { shortDate } from "../../../shop/dates.ts";
import {
  listReturns,
  type ReturnRow,
  readReturnQuery,
} from "../../../shop/order-management/lists/list-returns.server.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { reasonLabels, returnStates } from "../../../shop/returns/returns.ts";
import { servicesContext } from "../../services-context.ts";
import { useLiveUpdates } from "../../web/use-live-updates.ts";
import { type Column, List } from "../parts/list.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/returns";
import { returnStateLabels, returnStateTone } from "./return-labels.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readReturnQuery(new URL(request.url).searchParams);
  return { query, page: await listReturns(context.get(servicesContext), query) };
}

const columns: Column<ReturnRow>[] = [
  {
    key: "order",
    label: "Order",
    kind: "main",
    cell: ({ id, orderId, kind }) => (
      <Link className="link" to={`${href("/admin/orders/:id", { id: orderId })}#return-${id}`}>
        {kind === "return" ? "Return" : "Exchange"} for order {shortId(orderId)}
      </Link>
    ),
  },
  { key: "customer", label: "Customer", kind: "main", cell: ({ name }) => name || "Guest User" },
  { key: "reason", label: "Reason", cell: ({ reason }) => reasonLabels[reason] },
  { key: "items", label: "Pieces", kind: "number", cardLabel: true, cell: ({ itemCount }) => itemCount },
  {
    key: "state",
    label: "State",
    cell: ({ state }) => (
      <span className={`badge ${returnStateTone[state]}`}>{returnStateLabels[state]}</span>
    ),
  },
  {
    key: "date",
    label: "Asked",
    cell: ({ createdAt }) => <time dateTime={createdAt.toISOString()}>{shortDate(createdAt)}</time>,
  },
];

export default function Returns({ loaderData }: Route.ComponentProps) {
  useLiveUpdates(["orders/all"]);
  const { page, query } = loaderData;
  return (
    <>
      <ScreenHead title="Returns" />
      <List
        label="Returns"
        rows={page.returns}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ orderId }) => `the return of order ${shortId(orderId)}`}
        address={{
          q: "",
          sort: "",
          descending: true,
          page: 1,
          after: query.after,
          before: null,
          filters: {},
        }}
        paging={{
          total: { count: page.counts[query.state ?? "all"], exact: true },
          previous: query.after === null ? null : {},
          next: page.after === null ? null : { after: page.after },
        }}
        empty="No returns found."
        tabs={{
          name: "state",
          tabs: [
            { value: "", label: "All", count: page.counts.all },
            { value: "open", label: "Open", count: page.counts.open },
            ...returnStates.map((one) => ({
              value: one,
              label: returnStateLabels[one],
              count: page.counts[one],
            })),
          ],
        }}
      />
    </>
  );
}
