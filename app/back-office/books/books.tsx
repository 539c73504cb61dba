import { randomUUID } from "node:crypto";
import { href, Link } from "react-router";
import {
  bookSums,
  type ListedDocument,
  listDocuments,
  taxReturn,
  waitingInvoices,
} from "../../../shop/books/books.server.ts";
import { readPeriod, recentPeriods } from "../../../shop/books/period.ts";
import { returnCounts } from "../../../shop/books/registers.ts";
import { shortDate } from "../../../shop/dates.ts";
import { documentNames } from "../../../shop/invoices/document.ts";
import { grouped, plural, rupeesExact } from "../../../shop/money.ts";
import { sendDocument } from "../../../shop/order-management/notes-and-emails.server.ts";
import { gstStates } from "../../../shop/tax/states.ts";
import { accept, refuse } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { staffOf } from "../../http/guards.server.ts";
import { documentPath } from "../../parts/orders/order-links.ts";
import { servicesContext } from "../../services-context.ts";
import { ApplyForm } from "../../ui/forms/apply-form.tsx";
import { ChoiceOptions } from "../../ui/forms/field.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { ActionButton } from "../parts/action-button.tsx";
import { actionsColumn, numberColumn } from "../parts/lists/columns.tsx";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import { listSetup } from "../parts/lists/list-setup.server.ts";
import { May, MayLink } from "../parts/may.tsx";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import { SumsTable } from "../parts/sums-table.tsx";
import type { Route } from "./+types/books";
import { download, TaxReturnPanel } from "./tax-return.tsx";

const here = href("/admin/books");
const kinds = documentNames;
const rates = ["0", "3", "5", "12", "18", "28", "40"];

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { months, quarters } = recentPeriods(services.clock.now());
  const asked = new URL(request.url).searchParams;
  const period = readPeriod(asked.get("period")) ?? months[0];
  if (!period) throw new Response(null, { status: 404 });
  const digits: 4 | 6 = asked.get("digits") === "6" ? 6 : 4;
  const name = ({ key, label }: { key: string; label: string }) => ({ value: key, label });
  const shared = {
    period: name(period),
    choices: [...months.map(name), ...quarters.map(name)],
    // Of each form that sends a document, so that it sends it once.
    key: randomUUID().slice(0, 8),
  };
  if (asked.get("tab") === "gstr1") {
    const made = await taxReturn(services, period, digits);
    return {
      ...shared,
      documents: null,
      digits,
      gstr1: made && { checks: made.checks, difference: made.difference, counts: returnCounts(made.gstr1) },
    };
  }
  const options = {
    sorts: ["-issued"] as const,
    size: 50,
    filters: {
      kind: Object.keys(kinds),
      state: gstStates.map(({ code }) => code),
      rate: rates,
      gstin: ["yes", "no"],
    },
  };
  const { setup } = await listSetup(services, staffOf(context), "documents", request);
  const [list, sums, waiting] = await Promise.all([
    listPage(request, options, async ({ q, page, size, filters }) => {
      const { kind = "", state = "", rate = "", gstin = "" } = filters;
      const filter = { kind, state, rate, gstin, q };
      const { rows, total } = await listDocuments(services, period, filter, { page, size });
      return { rows, more: page * size < total, total: { count: total, exact: true } };
    }),
    bookSums(services, period),
    waitingInvoices(services),
  ]);
  return { ...shared, documents: { ...list, setup, sums, waiting }, digits, gstr1: null };
}

export async function action({ request, context }: Route.ActionArgs) {
  const fields = await formFields({ request, context });
  const text = (name: string) => fields.get(name) ?? "";
  if (!/^[\w-]{8,64}$/.test(text("key"))) return refuse(["documentNotSent", 400]);
  const command = { key: text("key"), slug: text("slug") };
  const sent = await sendDocument(context.get(servicesContext), staffOf(context), text("order"), command);
  return sent.ok ? accept("documentSent") : refuse(["documentNotSent", 400]);
}

const addressOf = (id: string, slug: string) =>
  slug ? href("/orders/:id/documents/:file", { id, file: `${slug}.pdf` }) : documentPath(id);

const columnsFor = (key: string): Column<ListedDocument>[] => [
  {
    label: "Document",
    kind: "main",
    cell: ({ kind, number, slug, orderId }) => (
      <>
        <a className="link num" href={addressOf(orderId, slug)}>
          {number ?? kinds[kind]}
        </a>
        <small>{number === null ? "" : kinds[kind]}</small>
      </>
    ),
  },
  { label: "Date", cell: ({ issuedAt }) => <span className="num">{shortDate(issuedAt)}</span> },
  {
    label: "Customer",
    cell: ({ buyer, buyerGstin }) => (
      <span className="wrap-anywhere">
        {buyer}
        {buyerGstin && <small className="num">{buyerGstin}</small>}
      </span>
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
  { label: "Place of supply", cell: ({ place }) => place ?? "" },
  numberColumn("Tax", ({ tax }) => (tax === null ? "" : rupeesExact(tax))),
  numberColumn("Total", ({ kind, total }) => `${kind === "credit-note" ? "-" : ""}${rupeesExact(total)}`),
  actionsColumn(({ orderId, slug, number, kind }) => (
    <May permission="orders.edit">
      <ActionButton
        fields={{ intent: "document", order: orderId, slug, key: `${key}-${slug || orderId}` }}
        label={`Send again: ${number ?? kinds[kind]}`}
      >
        Send again
      </ActionButton>
    </May>
  )),
];

/** The documents, registers and tax return of a month or quarter. */
export default function Books({ loaderData, actionData }: Route.ComponentProps) {
  const { period, choices, documents } = loaderData;
  const tabTo = (tab: string) => `?${new URLSearchParams({ period: period.value, ...(tab && { tab }) })}`;
  return (
    <>
      <ScreenHead
        title="Books"
        text="What was invoiced in a month or quarter, and what the tax return needs."
        more={
          <Link className="btn btn-secondary" to={href("/admin/books/settlements")}>
            Settlements
          </Link>
        }
      >
        <ChoosePeriod period={period} choices={choices} tab={documents ? "" : "gstr1"} />
      </ScreenHead>
      <Tabs
        label="Books"
        panel="books"
        tabs={[
          { to: tabTo(""), label: "Documents", selected: documents !== null },
          { to: tabTo("gstr1"), label: "GSTR-1", selected: documents === null },
        ]}
      />
      <div id="books" role="tabpanel" aria-label={documents ? "Documents" : "GSTR-1"}>
        {documents ? (
          <Documents period={period} shown={documents} mailKey={loaderData.key} answer={actionData} />
        ) : (
          <TaxReturnPanel period={period} gstr1={loaderData.gstr1} digits={loaderData.digits} />
        )}
      </div>
      <p className="muted mt-4 max-w-read">
        Not done here: e-invoices (needed from a turnover of ₹5 crore, for sales to businesses) and e-way
        bills (needed for parcels above ₹50,000). Your accountant or courier makes them.
      </p>
    </>
  );
}

const any = (label: string, options: { value: string; label: string }[]) => [
  { value: "", label },
  ...options,
];

function Documents({
  period,
  shown,
  mailKey,
  answer,
}: {
  period: Shown["period"];
  shown: NonNullable<Shown["documents"]>;
  mailKey: string;
  answer: Route.ComponentProps["actionData"];
}) {
  const { rows, address, paging, setup } = shown;
  return (
    <>
      <Sums period={period} shown={shown} />
      <div className="mt-5">
        <ListScreen
          label={`Documents of ${period.label}`}
          rows={rows}
          columns={columnsFor(mailKey)}
          answer={answer}
          rowKey={({ orderId, slug, kind }) => `${orderId} ${kind} ${slug}`}
          rowName={({ number, orderId }) => number ?? `Receipt of ${orderId.slice(0, 8)}`}
          address={address}
          paging={paging}
          setup={setup}
          empty={`No documents in ${period.label}.`}
          search={{ label: "Search documents", placeholder: "Number, customer, GSTIN, order" }}
          filters={[
            {
              name: "kind",
              label: "Kind",
              options: any(
                "All kinds",
                Object.entries(kinds).map(([value, label]) => ({ value, label })),
              ),
            },
            {
              name: "rate",
              label: "Rate",
              options: any(
                "All rates",
                rates.map((rate) => ({ value: rate, label: `${rate}%` })),
              ),
            },
            {
              name: "state",
              label: "Place of supply",
              options: any(
                "All states",
                gstStates.map(({ code, name }) => ({ value: code, label: name })),
              ),
            },
            {
              name: "gstin",
              label: "Customers",
              options: any("All customers", [
                { value: "yes", label: "With GSTIN" },
                { value: "no", label: "Without GSTIN" },
              ]),
            },
          ]}
        />
      </div>
    </>
  );
}

type Shown = Route.ComponentProps["loaderData"];

function ChoosePeriod({ period, choices, tab }: Pick<Shown, "period" | "choices"> & { tab: string }) {
  return (
    <ApplyForm action={here} className="flex items-end gap-2">
      {tab && <input type="hidden" name="tab" value={tab} />}
      <label className="field">
        <span className="sr-only">Month or quarter</span>
        <select className="input" name="period" key={period.value} defaultValue={period.value}>
          <ChoiceOptions choices={choices} />
        </select>
      </label>
    </ApplyForm>
  );
}

function Sums({
  period,
  shown: { sums, waiting },
}: {
  period: Shown["period"];
  shown: NonNullable<Shown["documents"]>;
}) {
  const { invoice, "credit-note": credit, receipt } = sums;
  const rows = [
    { name: "Tax invoices", ...invoice },
    { name: "Credit notes", ...credit },
    {
      name: "Net",
      count: invoice.count + credit.count,
      total: invoice.total - credit.total,
      taxable: invoice.taxable - credit.taxable,
      tax: invoice.tax - credit.tax,
    },
    ...(receipt.count > 0 ? [{ name: "Receipts without tax", ...receipt }] : []),
  ];
  return (
    <Panel title={period.label}>
      <SumsTable
        label={`Sums of ${period.label}`}
        rowHead="Documents"
        heads={["Number", "Taxable value", "Tax", "Total"]}
        rows={rows.map(({ name, count, taxable, tax, total }) => ({
          name,
          sums: [grouped(count), ...[taxable, tax, total].map(rupeesExact)],
        }))}
      />
      {waiting > 0 && (
        <p className="mt-3">
          {plural(waiting, "shipped order")} still wait for a tax invoice, because a rate or the GSTIN is
          missing.
        </p>
      )}
      <ul className="flex flex-wrap gap-2 mt-4">
        {(
          [
            ["invoices", "Invoice register"],
            ["credit-notes", "Credit note register"],
            ["lines", "All lines with tax"],
            ["costs", "What orders cost"],
            ["pdfs", "All PDFs as a ZIP"],
          ] as const
        ).map(([what, label]) => (
          <li key={what}>
            <a className="btn btn-secondary" href={download(period.value, what)} download>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
