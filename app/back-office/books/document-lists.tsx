import { href } from "react-router";
import type { ListedDocument, ListedLine } from "../../../shop/books/books.server.ts";
import { shortDate } from "../../../shop/dates.ts";
import { rupeesExact } from "../../../shop/money.ts";
import { gstStates } from "../../../shop/tax/states.ts";
import { documentPath } from "../../parts/orders/order-links.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { actionsColumn, numberColumn } from "../parts/lists/columns.tsx";
import type { Column } from "../parts/lists/list.tsx";
import type { ListAddress, Paging } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import type { ListSetup } from "../parts/lists/list-setup.server.ts";
import { May, MayLink } from "../parts/may.tsx";

const rates = ["0", "3", "5", "12", "18", "28", "40"];

/** The kinds by which documents are found; a bill of supply is in the series of invoices. */
const kinds = {
  invoice: "Invoices and bills of supply",
  "credit-note": "Credit notes",
  receipt: "Order receipts",
};

/** The values by which documents and their lines are narrowed. */
export const documentFilters = {
  kind: Object.keys(kinds),
  state: gstStates.map(({ code }) => code),
  rate: rates,
  gstin: ["yes", "no"],
};

const all = (label: string, options: { value: string; label: string }[]) => [
  { value: "", label },
  ...options,
];

const filters = [
  {
    name: "kind",
    label: "Kind",
    options: all(
      "All kinds",
      Object.entries(kinds).map(([value, label]) => ({ value, label })),
    ),
  },
  {
    name: "rate",
    label: "Rate",
    options: all(
      "All rates",
      rates.map((rate) => ({ value: rate, label: `${rate}%` })),
    ),
  },
  {
    name: "state",
    label: "Place of supply",
    options: all(
      "All states",
      gstStates.map(({ code, name }) => ({ value: code, label: name })),
    ),
  },
  {
    name: "gstin",
    label: "Customers",
    options: all("All customers", [
      { value: "yes", label: "With GSTIN" },
      { value: "no", label: "Without GSTIN" },
    ]),
  },
];

const search = { label: "Search documents", placeholder: "Number, customer, GSTIN, order, amount" };

const addressOf = (id: string, slug: string) =>
  slug ? href("/orders/:id/documents/:file", { id, file: `${slug}.pdf` }) : documentPath(id);

type Named = Pick<ListedDocument, "title" | "number" | "slug" | "orderId" | "issuedAt">;

function DocumentLink({ title, number, slug, orderId, issuedAt }: Named) {
  return (
    <>
      <a className="link num whitespace-nowrap" href={addressOf(orderId, slug)}>
        {number ?? title}
      </a>
      <small>
        {number !== null && `${title}, `}
        {shortDate(issuedAt)}
      </small>
    </>
  );
}

/** Credit notes are subtracted. */
const signed = (kind: ListedDocument["kind"], amount: number) =>
  `${kind === "credit-note" ? "-" : ""}${rupeesExact(amount)}`;

const documentColumns = (key: string): Column<ListedDocument>[] => [
  {
    label: "Document",
    kind: "main",
    whole: ({ number, title, issuedAt }) => [number, title, shortDate(issuedAt)].filter(Boolean).join(", "),
    cell: (row) => <DocumentLink {...row} />,
  },
  {
    label: "Customer",
    whole: ({ buyer, buyerGstin }) => [buyer, buyerGstin].filter(Boolean).join(", "),
    cell: ({ buyer, buyerGstin }) => (
      <>
        {buyer}
        {buyerGstin && <small className="num">{buyerGstin}</small>}
      </>
    ),
  },
  {
    label: "Order",
    cell: ({ orderId }) => (
      <MayLink permission="orders.view" to={`/admin/orders/${orderId}`}>
        {orderId.slice(0, 8)}
      </MayLink>
    ),
  },
  { label: "Place of supply", whole: ({ place }) => place ?? "", cell: ({ place }) => place ?? "" },
  numberColumn("Tax", ({ kind, tax, rates: at }) =>
    tax === null ? (
      ""
    ) : (
      <>
        {signed(kind, tax)}
        <small>{at.map((rate) => `${rate}%`).join(", ")}</small>
      </>
    ),
  ),
  numberColumn("Total", ({ kind, total }) => signed(kind, total)),
  actionsColumn(({ orderId, slug, number, title }) => (
    <May permission="orders.edit">
      <ActionButton
        fields={{ intent: "document", order: orderId, slug, key: `${key}-${slug || orderId}` }}
        label={`Send again: ${number ?? title}`}
      >
        Send again
      </ActionButton>
    </May>
  )),
];

type Shown<Row> = { rows: Row[]; address: ListAddress; paging: Paging };

/** The documents of a period. `mailKey`: part of the keys of the forms that send one again. */
export function DocumentList({
  label,
  shown: { rows, address, paging, setup },
  mailKey,
  answer,
}: {
  label: string;
  shown: Shown<ListedDocument> & { setup: ListSetup };
  mailKey: string;
  answer: Pick<FormAnswer, "toast"> | undefined;
}) {
  return (
    <ListScreen
      label={`Documents of ${label}`}
      tableClass="list-table documents-table"
      rows={rows}
      columns={documentColumns(mailKey)}
      answer={answer}
      rowKey={({ orderId, slug, kind }) => `${orderId} ${kind} ${slug}`}
      rowName={({ number, orderId }) => number ?? `Receipt of ${orderId.slice(0, 8)}`}
      address={address}
      paging={paging}
      setup={setup}
      empty={`No documents in ${label}.`}
      search={search}
      filters={filters}
    />
  );
}

const lineColumns: Column<ListedLine>[] = [
  { label: "Document", kind: "main", cell: (row) => <DocumentLink {...row} /> },
  {
    label: "Item",
    kind: "main",
    whole: ({ line: { description } }) => description,
    cell: ({ line: { description, hsnCode, quantity, unit } }) => (
      <>
        {description}
        <small className="num">
          {hsnCode ? `HSN ${hsnCode}` : "No HSN code"}, {quantity} {unit}
        </small>
      </>
    ),
  },
  { label: "Place of supply", cell: ({ place }) => place ?? "" },
  numberColumn("Rate", ({ line: { tax } }) => (tax ? `${tax.rate}%` : "")),
  numberColumn("Value without tax", ({ kind, line: { tax } }) => (tax ? signed(kind, tax.taxable) : "")),
  numberColumn("Tax", ({ kind, line: { tax } }) =>
    tax ? (
      <>
        {signed(kind, tax.cgst + tax.sgst + tax.igst)}
        {tax.igst + tax.cgst > 0 && <small>{tax.igst > 0 ? "IGST" : "CGST + SGST"}</small>}
      </>
    ) : (
      ""
    ),
  ),
];

/** The lines of the documents of a period, with their taxes. */
export function LineList({
  label,
  shown: { rows, address, paging },
}: {
  label: string;
  shown: Shown<ListedLine>;
}) {
  return (
    <ListScreen
      label={`Lines of ${label}`}
      tableClass="list-table lines-table"
      rows={rows}
      columns={lineColumns}
      rowKey={({ orderId, slug, line }) => `${orderId} ${slug} ${line.key}`}
      rowName={({ number, line }) => `${number} ${line.description}`}
      address={address}
      paging={paging}
      empty={`No lines in ${label}.`}
      search={search}
      filters={filters}
    />
  );
}
