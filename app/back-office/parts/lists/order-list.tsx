import { Download } from "lucide";
import { useEffect, useState } from "react";
import { href, Link } from "react-router";
import { formatMobile } from "../../../../shop/accounts/customer/formats.ts";
import { age, shortDate } from "../../../../shop/dates.ts";
import { plural, rupees, rupeesExact } from "../../../../shop/money.ts";
import type { ListedOrder, OrderPage } from "../../../../shop/order-management/lists/list-orders.server.ts";
import {
  hasFilters,
  type OrderQuery,
  type OrderSort,
  type OrderWork,
  orderAddress,
  orderSorts,
  orderTabs,
  orderWork,
} from "../../../../shop/order-management/lists/order-query.ts";
import { amountDue, isPartPaid, waitsForAdvance } from "../../../../shop/orders/amount-due.ts";
import {
  channelLabels,
  orderChannels,
  type PaymentStatus,
  paymentStatuses,
  shortId,
  statusLabels,
} from "../../../../shop/orders/orders.ts";
import { useLiveUpdates } from "../../../http/live/use-live-updates.ts";
import { PaymentBadge, StatusBadge } from "../../../parts/orders/badges.tsx";
import { ProductPicture } from "../../../parts/picture.tsx";
import { ChoiceOptions } from "../../../ui/forms/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { May, useMay } from "../may.tsx";
import { statusChoices } from "./columns.tsx";
import { customerFilter } from "./customer-filter.ts";
import { DaysFilter } from "./days-filter.tsx";
import type { Column } from "./list.tsx";
import { ListScreen, type ScreenOfList } from "./list-screen.tsx";
import { StatusSelect } from "./status-select.tsx";

/** In: the time now. */
const columnsAt = (now: Date): Column<ListedOrder>[] => [
  {
    label: "Order ID",
    kind: "main",
    cell: ({ id, placedAt }) => (
      <>
        <Link className="link num whitespace-nowrap" to={href("/admin/orders/:id", { id })}>
          {shortId(id)}
        </Link>
        {/* Where there is no room for the column of dates. */}
        <small className="order-age">{age(placedAt, now)}</small>
      </>
    ),
  },
  {
    label: "Customer",
    kind: "main",
    sort: "customer",
    cell: ({ name, phone, city, tags }) => (
      <div className="order-who">
        {name || "Guest User"}{" "}
        <small>
          {city}{" "}
          <span className="order-more">
            <span className="num whitespace-nowrap">{formatMobile(phone) || "N/A"}</span>
            {tags.length > 0 && ` · ${tags.join(", ")}`}
          </span>
        </small>
      </div>
    ),
  },
  {
    label: "Items",
    kind: "wide",
    cell: ({ itemCount, pictures }) => (
      <span className="order-items">
        {pictures.map((picture) => (
          <span key={picture.key} className="pic">
            <ProductPicture picture={picture} alt="" sizes="32px" widths={[160]} />
          </span>
        ))}
        <small className="whitespace-nowrap">{itemsLabel(itemCount)}</small>
      </span>
    ),
  },
  { label: "Total", kind: "number", sort: "total", cell: ({ total }) => rupeesExact(total) },
  { label: "Status", cell: (order) => <OrderStatus order={order} /> },
  {
    label: "Payment",
    kind: "main",
    cell: (order) => (
      <>
        <PaymentBadge order={order} short={shortPayment(order)} />
        {order.partSent && <small>partly sent</small>}
        {order.unconfirmed && <small>customer has not confirmed</small>}
      </>
    ),
  },
  {
    label: "Date",
    sort: "date",
    cell: ({ placedAt }) => (
      <time dateTime={placedAt.toISOString()}>
        {shortDate(placedAt)} <small className="whitespace-nowrap">{age(placedAt, now)}</small>
      </time>
    ),
  },
];

const shortWords: Partial<Record<PaymentStatus, string>> = {
  failed: "Failed",
  refund_pending: "Refund due",
  partly_refunded: "Part refund",
  paid_late: "Refund due",
  amount_mismatch: "To check",
  duplicate: "Refund due",
};

/** The payment state where a row is narrow; none where the usual word is short enough. */
function shortPayment({ method, paymentStatus, status, ...money }: ListedOrder): string | undefined {
  if (paymentStatus !== "pending") return shortWords[paymentStatus];
  if (status === "cancelled") return "Nothing due";
  if (waitsForAdvance({ status, method, ...money })) return "Advance due";
  if (isPartPaid({ status, ...money })) return `${rupees(amountDue({ status, ...money }))} due`;
  return method === "online" ? "Not paid" : "COD due";
}

/** The status selector for staff who may change orders, otherwise the status as text. */
function OrderStatus({ order }: { order: ListedOrder }) {
  return useMay()("orders.edit") ? <StatusSelect order={order} /> : <StatusBadge status={order.status} />;
}

/** The order list with its actions, on the dashboard and on its own page. */
export function OrderList({
  page,
  query,
  customerName,
  ticked = [],
  children,
  ...screen
}: ScreenOfList & {
  page: OrderPage;
  query: OrderQuery;
  /** Of the customer whose orders these are. */
  customerName?: string | null;
  /** Rows that were selected when the form was sent. */
  ticked?: string[];
}) {
  useLiveUpdates(["orders/all"]);
  const { orders, at, after, before, count, counts } = page;
  const { q, payment, method, channel, invoice, work, customer } = query;
  return (
    <ListScreen
      label="Orders"
      {...screen}
      actions={
        <May permission="orders.edit">
          <Link className="btn btn-primary" to={href("/admin/orders/new")}>
            New order
          </Link>
        </May>
      }
      moreActions={
        <>
          <May permission="orders.edit">
            <Link className="btn btn-secondary" to={href("/admin/orders/drafts")}>
              Drafts
            </Link>
          </May>
          <Days query={query} />
        </>
      }
      rows={orders}
      columns={columnsAt(at)}
      rowKey={({ id }) => id}
      rowName={({ id }) => `order ${shortId(id)}`}
      tableClass="list-table orders-table"
      address={{
        q,
        sort: query.sort.replace(/^-/, ""),
        descending: query.sort.startsWith("-"),
        page: 1,
        after: query.after,
        before: query.before,
        filters: {
          payment: payment ?? "",
          method: method ?? "",
          channel: channel ?? "",
          invoice: invoice ?? "",
          work: work ?? "",
          customer: customer ?? "",
        },
      }}
      paging={{
        total: count,
        previous: before === null ? null : { before },
        next: after === null ? null : { after },
      }}
      empty={
        query.status || hasFilters(query)
          ? "No orders found. Try other words, another tab or fewer filters."
          : "No orders found. The first one appears here as soon as it is placed."
      }
      search={{ label: "Search orders", placeholder: "Order, phone, AWB" }}
      tabs={{
        name: "status",
        tabs: [
          { value: "", label: "All", count: counts?.all },
          ...orderTabs.map((one) => ({
            value: one,
            label: one === "to-send" ? "To send" : statusLabels[one],
            count: counts?.[one],
          })),
        ],
      }}
      filters={[...filters, ...customerFilter(customer, customerName)]}
      sorts={orderSorts.map((value) => ({ value, label: sortLabels[value] }))}
      bulk={<Bulk orders={orders} query={query} />}
      allFit={count.exact && count.count > orders.length ? count.count : undefined}
      ticked={ticked}
    >
      {children}
      {!screen.title && <Days query={query} />}
    </ListScreen>
  );
}

const workLabels: Record<OrderWork, string> = {
  "confirm-cod": "COD to confirm",
  "customer-confirms": "COD, customer to confirm",
  "email-returned": "Customer's email came back",
  confirm: "Paid, to confirm",
  ship: "Confirmed, to send",
  courier: "Courier needs an answer",
  "payment-failed": "Failed payment",
  "rest-due": "Paid in part",
  "approve-refund": "Refund to approve",
  "refund-waits": "Refund that waits",
  "refund-failed": "Failed refund",
};

const sortLabels: Record<OrderSort, string> = {
  "-date": "Newest first",
  date: "Oldest first",
  "-total": "Total, high to low",
  total: "Total, low to high",
  customer: "Customer, A to Z",
  "-customer": "Customer, Z to A",
};

const filters = [
  {
    name: "payment",
    label: "Payment status",
    options: [
      { value: "", label: "Any payment" },
      ...paymentStatuses.map((one) => ({ value: one, label: readable(one) })),
    ],
  },
  {
    name: "method",
    label: "Payment method",
    options: [
      { value: "", label: "Any method" },
      { value: "cod", label: "Cash on delivery" },
      { value: "online", label: "Online" },
      { value: "whatsapp", label: "WhatsApp" },
    ],
  },
  {
    name: "channel",
    label: "Channel",
    options: [
      { value: "", label: "Any channel" },
      ...orderChannels.map((one) => ({ value: one, label: channelLabels[one] })),
    ],
  },
  {
    name: "invoice",
    label: "Tax invoice",
    options: [
      { value: "", label: "Any invoice" },
      { value: "waiting", label: "Waits for a GST rate" },
    ],
  },
  {
    name: "work",
    label: "Waits for",
    options: [
      { value: "", label: "Any work" },
      ...orderWork.map((one) => ({ value: one, label: workLabels[one] })),
    ],
  },
];

/** Date range and CSV export. */
function Days({ query }: { query: OrderQuery }) {
  const filtered = orderAddress({ ...query, after: null, before: null });
  return (
    <div className="order-days flex flex-wrap justify-between gap-2">
      <DaysFilter from={query.from} to={query.to} />
      <May permission="orders.export">
        <a className="btn btn-secondary" href={`${href("/admin/orders/export.csv")}?${filtered}`} download>
          <Icon of={Download} />
          Export CSV
        </a>
      </May>
    </div>
  );
}

const workToConfirm = new Set<OrderWork>(["confirm", "confirm-cod", "customer-confirms"]);

/** Bulk actions, the next step of these orders first. Sends the displayed status of each row. */
function Bulk({ orders, query }: { orders: ListedOrder[]; query: OrderQuery }) {
  // Keeps search, filters and tab of the list.
  const action = `${href("/admin/orders")}?${orderAddress(query)}`;
  // A phone shows the two usual actions first. Without scripts it shows all.
  const [isOpen, setOpen] = useState(true);
  useEffect(() => setOpen(false), []);
  return (
    <>
      {orders.map(({ id, status }) => (
        <input key={id} type="hidden" name={`seen-${id}`} value={status} />
      ))}
      <May permission="orders.edit">
        <span className={`bulk-more flex-wrap items-center gap-2 ${isOpen ? "bulk-open" : ""}`}>
          <select className="input w-auto" name="status" aria-label="New status">
            <ChoiceOptions choices={statusChoices} />
          </select>
          <input
            className="input w-auto"
            name="reason"
            aria-label="Reason, for unusual steps"
            placeholder="Reason"
          />
          <button type="submit" className="btn btn-secondary" name="intent" value="many" formAction={action}>
            Set status
          </button>
        </span>
        {query.status === "pending" || (query.work && workToConfirm.has(query.work)) ? (
          <button
            type="submit"
            className="btn btn-secondary"
            name="intent"
            value="confirm"
            formAction={action}
          >
            Confirm
          </button>
        ) : (
          <button type="submit" className="btn btn-secondary" name="intent" value="ship" formAction={action}>
            Ship
          </button>
        )}
      </May>
      <button type="submit" className="btn btn-secondary" name="intent" value="print" formAction={action}>
        Packing slips
      </button>
      <May permission="orders.edit">
        <button
          type="button"
          className="btn btn-secondary bulk-toggle"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          More
        </button>
      </May>
    </>
  );
}

function itemsLabel(itemCount: number): string {
  return plural(itemCount, "item");
}

function readable(word: string): string {
  const words = word.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
