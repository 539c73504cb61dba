import { randomUUID } from "node:crypto";
import { href, Link } from "react-router";
import {
  type BookPage,
  type BookSums,
  bookSums,
  listDocuments,
  listLines,
  taxReturn,
  waitingInvoices,
} from "../../../shop/books/books.server.ts";
import { readPeriod, recentPeriods } from "../../../shop/books/period.ts";
import { returnCounts } from "../../../shop/books/registers.ts";
import { grouped, plural, rupeesExact } from "../../../shop/money.ts";
import { sendDocument } from "../../../shop/order-management/notes-and-emails.server.ts";
import { accept, refuse } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { ApplyForm } from "../../ui/forms/apply-form.tsx";
import { ChoiceOptions } from "../../ui/forms/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { listPage, oneOf } from "../parts/lists/list-address.ts";
import { listSetup } from "../parts/lists/list-setup.server.ts";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import { SumsTable } from "../parts/sums-table.tsx";
import type { Route } from "./+types/books";
import { DocumentList, documentFilters, LineList } from "./document-lists.tsx";
import { download, TaxReturnPanel } from "./tax-return.tsx";

const here = href("/admin/books");

/** The tabs besides that of the documents. */
const tabs = ["lines", "gstr1"] as const;

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
    waiting: await waitingInvoices(services),
    // Of each form that sends a document, so that it sends it once.
    key: randomUUID().slice(0, 8),
  };
  const tab = oneOf(tabs, asked.get("tab") ?? "");
  if (tab === "gstr1") {
    const made = await taxReturn(services, period, digits);
    const gstr1 = made && {
      checks: made.checks,
      difference: made.difference,
      counts: returnCounts(made.gstr1),
      hsn: made.gstr1.hsn,
    };
    return { ...shared, tab, digits, gstr1 };
  }
  const sums = await bookSums(services, period);
  const listed = <Row,>(list: ListOf<Row>) =>
    listPage(request, { sorts: ["-issued"], size: 50, filters: documentFilters }, (address) => {
      const { q, page, size, filters } = address;
      const { kind = "", state = "", rate = "", gstin = "" } = filters;
      return list(services, period, { kind, state, rate, gstin, q }, { page, size });
    });
  if (tab === "lines") {
    const { paging, ...lines } = await listed(listLines);
    // Its pages are counted in documents.
    const { previous, next } = paging;
    return { ...shared, tab, sums, lines: { ...lines, paging: { previous, next } } };
  }
  const { setup } = await listSetup(services, staffOf(context), "documents", request);
  return { ...shared, tab, sums, documents: { ...(await listed(listDocuments)), setup } };
}

type ListOf<Row> = (...asked: Parameters<typeof listDocuments>) => Promise<BookPage<Row>>;

export async function action({ request, context }: Route.ActionArgs) {
  const fields = await formFields({ request, context });
  const text = (name: string) => fields.get(name) ?? "";
  if (!/^[\w-]{8,64}$/.test(text("key"))) return refuse(["documentNotSent", 400]);
  const command = { key: text("key"), slug: text("slug") };
  const sent = await sendDocument(context.get(servicesContext), staffOf(context), text("order"), command);
  if (sent.ok) return accept("documentSent");
  return refuse([sent.refused === "no-mail" ? "mailNotSetUp" : "documentNotSent", 400]);
}

/** The documents, registers and tax return of a month or quarter. */
export default function Books({ loaderData, actionData }: Route.ComponentProps) {
  const { period, choices, tab, waiting } = loaderData;
  const tabTo = (to: string) => `?${new URLSearchParams({ period: period.value, ...(to && { tab: to }) })}`;
  const names = { "": "Documents", lines: "Lines", gstr1: "GSTR-1" };
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
        <ChoosePeriod period={period} choices={choices} tab={tab} />
      </ScreenHead>
      <Tabs
        label="Books"
        panel="books"
        tabs={(["", ...tabs] as const).map((one) => ({
          to: tabTo(one),
          label: names[one],
          selected: one === tab,
        }))}
      />
      <div id="books" role="tabpanel" aria-label={names[tab]} className="panels">
        {waiting > 0 && (
          <Notice
            tone="warn"
            title={`${plural(waiting, "shipped order")} without a tax invoice`}
            text="A rate or the GSTIN is missing. These orders are in no register and no return yet."
          />
        )}
        {"sums" in loaderData && <Sums period={period} sums={loaderData.sums} />}
        {"documents" in loaderData && (
          <DocumentList
            label={period.label}
            shown={loaderData.documents}
            mailKey={loaderData.key}
            answer={actionData}
          />
        )}
        {"lines" in loaderData && <LineList label={period.label} shown={loaderData.lines} />}
        {"gstr1" in loaderData && (
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

function Sums({ period, sums }: { period: Shown["period"]; sums: BookSums }) {
  const { invoice, "credit-note": credit, receipt, reductions } = sums;
  const untaxed = { taxable: 0, tax: 0 };
  const rows = [
    { name: "Invoices and bills of supply", ...invoice },
    { name: "Credit notes", ...credit },
    {
      name: "Net",
      count: invoice.count + credit.count,
      total: invoice.total - credit.total,
      taxable: invoice.taxable - credit.taxable,
      tax: invoice.tax - credit.tax,
    },
    ...(receipt.count > 0 ? [{ name: "Receipts without tax", ...receipt }] : []),
    ...(reductions.count > 0
      ? [
          { name: "Refunds and cancellations", ...untaxed, ...reductions },
          {
            name: "Receipts, net",
            ...untaxed,
            count: receipt.count,
            total: receipt.total - reductions.total,
          },
        ]
      : []),
  ];
  return (
    <Panel title={period.label}>
      <SumsTable
        label={`Sums of ${period.label}`}
        rowHead="Documents"
        heads={["Number", "Value without tax", "Tax", "Total"]}
        rows={rows.map(({ name, count, taxable, tax, total }) => ({
          name,
          sums: [grouped(count), ...[taxable, tax, total].map(rupeesExact)],
        }))}
      />
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
      <p className="hint mt-2 max-w-read">
        “What orders cost” lists the orders placed in this period; the other files list what was invoiced in
        it. In “All lines with tax” what was credited is negative, so that its columns add up.
        {(receipt.count > 0 || reductions.count > 0) &&
          " “Refunds and cancellations” are those of orders with a receipt, which get no credit notes. The file of all lines ends with them."}
      </p>
    </Panel>
  );
}
