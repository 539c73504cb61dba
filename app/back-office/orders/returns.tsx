import { href, Link } from "react-router";
import { customerNameOf } from "../../../shop/customers/customer-page.server.ts";
import { shortDate } from "../../../shop/dates.ts";
import {
  listReturns,
  type ReturnRow,
  readReturnQuery,
} from "../../../shop/order-management/lists/list-returns.server.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { reasonLabels } from "../../../shop/orders/remarks/return-reasons.ts";
import { returnStates } from "../../../shop/returns/returns.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { servicesContext } from "../../services-context.ts";
import { numberColumn } from "../parts/lists/columns.tsx";
import { customerFilter } from "../parts/lists/customer-filter.ts";
import type { Column } from "../parts/lists/list.tsx";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import type { Route } from "./+types/returns";
import { returnStateLabels, returnStateTone, wayBackWords } from "./return-labels.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readReturnQuery(new URL(request.url).searchParams);
  const services = context.get(servicesContext);
  const [page, customerName] = await Promise.all([
    listReturns(services, query),
    query.customer && customerNameOf(services, query.customer),
  ]);
  return { query, page, customerName };
}

const columns: Column<ReturnRow>[] = [
  {
    label: "Order",
    kind: "main",
    cell: ({ id, orderId, kind }) => (
      <Link className="link" to={`${href("/admin/orders/:id", { id: orderId })}#return-${id}`}>
        {kind === "return" ? "Return" : "Exchange"} for order {shortId(orderId)}
      </Link>
    ),
  },
  {
    label: "Customer",
    whole: ({ name }) => name || "Guest User",
    cell: ({ name }) => name || "Guest User",
  },
  {
    label: "Reason",
    whole: ({ reason }) => reasonLabels[reason],
    cell: ({ reason }) => reasonLabels[reason],
  },
  numberColumn("Items", ({ itemCount }) => itemCount),
  {
    label: "Status",
    whole: (request) => [returnStateLabels[request.state], wayBackWords(request)].filter(Boolean).join(": "),
    cell: (request) => (
      <>
        <span className={`badge ${returnStateTone[request.state]}`}>{returnStateLabels[request.state]}</span>
        {wayBackWords(request) && <small>{wayBackWords(request)}</small>}
      </>
    ),
  },
  {
    label: "Requested",
    cell: ({ createdAt }) => <time dateTime={createdAt.toISOString()}>{shortDate(createdAt)}</time>,
  },
];

export default function Returns({ loaderData }: Route.ComponentProps) {
  useLiveUpdates(["orders/all"]);
  const { page, query, customerName } = loaderData;
  return (
    <ListScreen
      title="Returns"
      tableClass="list-table returns-table"
      rows={page.returns}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ orderId }) => `the return of order ${shortId(orderId)}`}
      address={{
        q: query.q,
        sort: "",
        descending: true,
        page: 1,
        after: query.after,
        before: null,
        filters: { customer: query.customer ?? "" },
      }}
      paging={{
        total: { count: page.counts[query.state ?? "all"], exact: true },
        previous: query.after === null ? null : {},
        next: page.after === null ? null : { after: page.after },
      }}
      empty="No returns found."
      notFound="No returns found. Try other words or another tab."
      filters={customerFilter(query.customer, customerName)}
      search={{ label: "Search returns", placeholder: "Order, name, phone or AWB" }}
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
  );
}
