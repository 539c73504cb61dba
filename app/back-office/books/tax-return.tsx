import { href } from "react-router";
import type { TaxReturn } from "../../../shop/books/books.server.ts";
import type { Gstr1, Hsn } from "../../../shop/books/gstr1.ts";
import { plural, rupeesExact } from "../../../shop/money.ts";
import { ApplyForm } from "../../ui/forms/apply-form.tsx";
import type { Choice } from "../../ui/forms/field.tsx";
import { Panel } from "../parts/screen-head.tsx";
import { SumsTable } from "../parts/sums-table.tsx";

/** The address of a file of the books. `digits`: of HSN codes. */
export const download = (period: string, what: string, digits?: number) =>
  `/admin/books/download?${new URLSearchParams({ period, what, ...(digits === 6 && { digits: "6" }) })}`;

const tableNames: Record<string, string> = {
  b2b: "4A: invoices to businesses (b2b)",
  b2cl: "5: large invoices to other states (b2cl)",
  b2cs: "7: other sales to consumers (b2cs)",
  cdnr: "9B: credit notes to businesses (cdnr)",
  cdnur: "9B: credit notes of table 5 (cdnur)",
  nil: "8: nil rated",
  "hsn-b2b": "12: HSN, businesses",
  "hsn-b2c": "12: HSN, consumers",
  docs: "13: documents issued",
};

/** What the screen shows of a return: how many rows each table has, and what to look at. */
type ShownReturn = Pick<TaxReturn, "checks" | "difference"> & {
  counts: { table: string; count: number }[];
  hsn: Gstr1["hsn"];
};

/** The tax return of a period; null for a seller without GSTIN. */
export function TaxReturnPanel({
  period,
  gstr1,
  digits,
}: {
  period: Choice;
  gstr1: ShownReturn | null;
  digits: 4 | 6;
}) {
  if (!gstr1)
    return (
      <Panel title="GSTR-1">
        <p>There is no GSTIN in the settings, so there is no return.</p>
      </Panel>
    );
  const { checks, difference, counts, hsn } = gstr1;
  return (
    <>
      <Panel title="GSTR-1">
        <p className="max-w-read">
          For the government's offline tool, or table by table for your accountant. Sums of the invoices' own
          lines, to the paisa
          {difference === 0
            ? "."
            : `; calculated from the totals, the tax would be ${rupeesExact(Math.abs(difference))} ${difference > 0 ? "less" : "more"}.`}
        </p>
        {checks.length > 0 && (
          <ul className="rows my-3" aria-label="Before you file">
            {checks.map(({ serious, says, documents }) => (
              <li key={says} className="flex-wrap wrap-anywhere">
                <span className={`badge ${serious ? "bad" : "warn"}`}>
                  {serious ? "Would be refused" : "Check this"}
                </span>
                <span className="grow">
                  {says} <span className="muted num">{documents.slice(0, 20).join(", ")}</span>
                  {documents.length > 20 && <span className="muted"> and {documents.length - 20} more</span>}
                </span>
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap items-end gap-3 mt-4">
          <ApplyForm action={href("/admin/books")} className="flex items-end gap-2">
            <input type="hidden" name="period" value={period.value} />
            <input type="hidden" name="tab" value="gstr1" />
            <label className="field">
              HSN codes
              <select className="input" name="digits" defaultValue={String(digits)}>
                <option value="4">4 digits: turnover up to ₹5 crore</option>
                <option value="6">6 digits: more</option>
              </select>
            </label>
          </ApplyForm>
          <a className="btn btn-primary" href={download(period.value, "gstr1", digits)} download>
            Download the return (JSON)
          </a>
        </div>
        <ul className="grid gap-1 mt-4">
          {counts
            .filter(({ count }) => count > 0)
            .map(({ table, count }) => (
              <li key={table}>
                <a className="link" href={download(period.value, table, digits)} download>
                  {tableNames[table] ?? table}
                </a>{" "}
                <span className="muted">{plural(count, "row")}</span>
              </li>
            ))}
        </ul>
      </Panel>
      <HsnSummary title="HSN summary, consumers" rows={hsn?.hsn_b2c} />
      <HsnSummary title="HSN summary, businesses" rows={hsn?.hsn_b2b} />
    </>
  );
}

/** Table 12 of the return. Its amounts are rupees. */
function HsnSummary({ title, rows = [] }: { title: string; rows: Hsn[] | undefined }) {
  if (rows.length === 0) return null;
  const sumsOf = (all: Hsn[]) =>
    (["txval", "iamt", "camt", "samt"] as const).map((part) => all.reduce((sum, row) => sum + row[part], 0));
  const shown = (sums: number[]) => sums.map((sum) => rupeesExact(Math.round(sum * 100)));
  return (
    <Panel title={title}>
      <SumsTable
        label={title}
        rowHead="HSN code and rate"
        heads={["Quantity", "Taxable value", "IGST", "CGST", "SGST or UTGST"]}
        rows={[
          ...rows.map((row) => ({
            name: `${row.hsn_sc || "No code"} at ${row.rt}%`,
            sums: [`${row.qty} ${row.uqc}`, ...shown(sumsOf([row]))],
          })),
          { name: "All", sums: ["", ...shown(sumsOf(rows))] },
        ]}
      />
    </Panel>
  );
}
