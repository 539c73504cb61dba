import { sql } from "drizzle-orm";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { z } from "zod";
import { anOwnRate } from "../../test/support/money/own-rate.ts";
import { invoicingShop, karnataka } from "../../test/support/ordered/invoicing-shop.server.ts";
import { readTable } from "../import/read-table.ts";
import { issuedDocumentRecords } from "../invoices/issued-documents.server.ts";
import { shortId } from "../orders/orders.ts";
import { bookSums, listDocuments, registerCsv, returnCsv, taxReturn } from "./books.server.ts";
import { checkReturn } from "./check-return.ts";
import { documentArchive } from "./document-archive.server.ts";
import { gstr1 } from "./gstr1.ts";
import { readPeriod } from "./period.ts";
import { registers } from "./registers.ts";

const { shop, ports, registered, placed, move, posted, refunded } = invoicingShop();

const money = z.number().multipleOf(0.01);
const rate = z.literal([0, 3, 5, 12, 18, 28, 40]);
const day = z.string().regex(/^\d{2}-\d{2}-\d{4}$/);
const number = z.string().regex(/^[A-Z0-9/-]{1,16}$/);
const place = z.string().regex(/^\d{2}$/);
const gstin = z.string().length(15);
const inter = z.strictObject({ txval: money, rt: rate, iamt: money, csamt: z.literal(0) });
const intra = z.strictObject({ txval: money, rt: rate, camt: money, samt: money, csamt: z.literal(0) });
const item = (detail: z.ZodType) => z.array(z.strictObject({ num: z.int().min(1), itm_det: detail })).min(1);
const head = { idt: day, val: money.min(0), itms: item(z.union([inter, intra])) };
const note = { nt_num: number, nt_dt: day, ntty: z.literal("C"), val: money.min(0) };
const hsn = z.strictObject({
  num: z.int().min(1),
  hsn_sc: z.string().regex(/^\d{4}$|^\d{6}$/),
  uqc: z.enum(["PCS", "PRS"]),
  qty: z.number(),
  rt: rate,
  txval: money,
  iamt: money,
  samt: money,
  camt: money,
  csamt: z.literal(0),
});
/** The public format of the offline tool's JSON (reference: india-operations.md, section 1), written here anew. */
const publicFormat = z.strictObject({
  gstin,
  fp: z.string().regex(/^(0[1-9]|1[0-2])20\d{2}$/),
  version: z.string().regex(/^GST\d/),
  hash: z.literal("hash"),
  b2b: z.array(
    z.strictObject({
      ctin: gstin,
      inv: z.array(
        z.strictObject({ inum: number, ...head, pos: place, rchrg: z.literal("N"), inv_typ: z.literal("R") }),
      ),
    }),
  ),
  b2cl: z.array(
    z.strictObject({
      pos: place,
      inv: z.array(z.strictObject({ inum: number, ...head, itms: item(inter) })),
    }),
  ),
  b2cs: z.array(
    z.union([
      z.strictObject({ sply_ty: z.literal("INTER"), typ: z.literal("OE"), pos: place, ...inter.shape }),
      z.strictObject({ sply_ty: z.literal("INTRA"), typ: z.literal("OE"), pos: place, ...intra.shape }),
    ]),
  ),
  cdnr: z.array(
    z.strictObject({
      ctin: gstin,
      nt: z.array(
        z.strictObject({
          ...note,
          pos: place,
          rchrg: z.literal("N"),
          inv_typ: z.literal("R"),
          itms: item(z.union([inter, intra])),
        }),
      ),
    }),
  ),
  cdnur: z.array(z.strictObject({ ...note, typ: z.literal("B2CL"), pos: place, itms: item(inter) })),
  hsn: z.strictObject({ hsn_b2b: z.array(hsn).min(1), hsn_b2c: z.array(hsn).min(1) }),
  doc_issue: z.strictObject({
    doc_det: z.array(
      z.strictObject({
        doc_num: z.literal([1, 5]),
        doc_typ: z.string(),
        docs: z.array(
          z.strictObject({
            num: z.int().min(1),
            from: number,
            to: number,
            totnum: z.int(),
            cancel: z.literal(0),
            net_issue: z.int(),
          }),
        ),
      }),
    ),
  }),
});

const tata = { companyName: "Tata Uniforms", buyerGstin: "29AABCT1332L1ZA" };
const thisMonth = async () => {
  const { rows } = await shop().services.db.execute(
    sql`select to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM') as month`,
  );
  const period = readPeriod(z.array(z.object({ month: z.string() })).parse(rows)[0]?.month ?? "");
  if (!period) throw new Error("no month");
  return period;
};

/** The tax of the month by an own calculation: in SQL, from the stored lines. Paise, credit notes subtracted. */
async function bySql() {
  const { rows } = await shop().services.db.execute(sql`
    select
      case when i.snapshot -> 'buyer' ->> 'gstin' is null then 'consumers' else 'businesses' end as who,
      l -> 'tax' ->> 'rate' as rate,
      sum((case when i.kind = 'credit-note' then -1 else 1 end) * (l -> 'tax' ->> 'taxable')::bigint)::integer as taxable,
      sum((case when i.kind = 'credit-note' then -1 else 1 end) * (l -> 'tax' ->> 'cgst')::bigint)::integer as cgst,
      sum((case when i.kind = 'credit-note' then -1 else 1 end) * (l -> 'tax' ->> 'sgst')::bigint)::integer as sgst,
      sum((case when i.kind = 'credit-note' then -1 else 1 end) * (l -> 'tax' ->> 'igst')::bigint)::integer as igst
    from invoice i, jsonb_array_elements(i.snapshot -> 'lines') l
    where i.kind <> 'receipt' group by 1, 2 order by 1, 2`);
  return rows;
}

test("GSTR-1 has each document in its table, in the public format, and meets the register to the paisa", async () => {
  const orders = [
    await placed({ status: "shipped" }),
    await placed({ status: "shipped", price: 33_333, quantity: 1 }),
    await placed({ status: "shipped", state: "Kerala" }),
    await placed({ status: "delivered", state: "Kerala", price: 60_000_00 }),
    await placed({ status: "delivered", business: tata }),
    await placed({ status: "delivered", business: tata, price: 2_999_00, quantity: 1 }),
    await placed({ status: "delivered" }),
  ];
  for (const id of orders) await posted(id);
  const [, , , large = "", ofBusiness = "", , small = ""] = orders;
  for (const [id, amount] of [
    [large, 1_000_00],
    [ofBusiness, 123_45],
    [small, 99_99],
  ] as const) {
    await refunded(id, amount);
    await posted(id);
  }
  const period = await thisMonth();
  const found = await taxReturn(ports(), period, 4);
  if (!found) throw new Error("no return");
  const { gstr1: made, checks } = found;
  const sums = await bookSums(ports(), period);
  const read = publicFormat.parse(made);
  expect(read.gstin).toBe(karnataka);
  expect(read.b2b.map(({ ctin, inv }) => [ctin, inv.length])).toEqual([[tata.buyerGstin, 2]]);
  expect(read.b2cl.map(({ pos, inv }) => [pos, inv.map(({ val }) => val)])).toEqual([["32", [120_000]]]);
  expect(read.cdnr.flatMap(({ nt }) => nt.map(({ val }) => val))).toEqual([123.45]);
  expect(read.cdnur.map(({ val, pos }) => [val, pos])).toEqual([[1_000, "32"]]);
  expect(read.b2cs.map(({ sply_ty, pos, rt }) => [sply_ty, pos, rt])).toEqual([
    ["INTRA", "29", 5],
    ["INTER", "32", 5],
  ]);
  expect(
    read.doc_issue.doc_det.map(({ doc_num, docs }) => [doc_num, docs.map(({ totnum }) => totnum)]),
  ).toEqual([
    [1, [7]],
    [5, [3]],
  ]);
  expect(checks).toEqual([]);

  const paise = (rupees: number) => Math.round(rupees * 100);
  const hsnSums = (who: string, rows: z.infer<typeof hsn>[]) =>
    [...new Set(rows.map(({ rt }) => rt))].sort().map((rt) => {
      const sum = (of: "txval" | "camt" | "samt" | "iamt") =>
        rows.filter((row) => row.rt === rt).reduce((all, row) => all + paise(row[of]), 0);
      return {
        who,
        rate: String(rt),
        taxable: sum("txval"),
        cgst: sum("camt"),
        sgst: sum("samt"),
        igst: sum("iamt"),
      };
    });
  const sorted = (sums: unknown[]) => sums.map((sum) => JSON.stringify(sum, keys)).sort();
  const keys = ["who", "rate", "taxable", "cgst", "sgst", "igst"];
  expect(
    sorted([...hsnSums("businesses", read.hsn.hsn_b2b), ...hsnSums("consumers", read.hsn.hsn_b2c)]),
  ).toEqual(sorted(await bySql()));
  // The sections without HSN codes have the same sum as the register: invoices less credit notes.
  const net = sums.invoice.tax - sums["credit-note"].tax;
  const tax = (detail: z.infer<typeof inter> | z.infer<typeof intra>) =>
    "iamt" in detail ? paise(detail.iamt) : paise(detail.camt) + paise(detail.samt);
  const all = (items: { itm_det: unknown }[]) =>
    items.reduce((sum, { itm_det }) => sum + tax(z.union([inter, intra]).parse(itm_det)), 0);
  const sold =
    read.b2b.flatMap(({ inv }) => inv).reduce((sum, { itms }) => sum + all(itms), 0) +
    read.b2cl.flatMap(({ inv }) => inv).reduce((sum, { itms }) => sum + all(itms), 0) +
    read.b2cs.reduce((sum, row) => sum + tax(row), 0);
  const credited =
    read.cdnr.flatMap(({ nt }) => nt).reduce((sum, { itms }) => sum + all(itms), 0) +
    read.cdnur.reduce((sum, { itms }) => sum + all(itms), 0);
  expect(sold - credited).toBe(net);

  expect(returnCsv(made, "b2cs")).toContain("OE,29-Karnataka,5,,");
  expect(returnCsv(made, "docs")).toMatch(
    /Invoices for outward supply,INV\/\d{4}\/000001,INV\/\d{4}\/000007,7,0/,
  );
  expect(returnCsv(made, "nonsense")).toBeNull();
});

test("the list finds documents by what it is narrowed by, and the registers and PDFs have all of them", async () => {
  const period = await thisMonth();
  const none = { kind: "", state: "", rate: "", gstin: "", q: "" };
  const count = async (filter: Partial<typeof none>) =>
    (await listDocuments(ports(), period, { ...none, ...filter }, { page: 1, size: 50 })).total.count;
  expect(await Promise.all([count({}), count({ kind: "credit-note" }), count({ state: "32" })])).toEqual([
    10, 3, 3,
  ]);
  expect(await Promise.all([count({ rate: "18" }), count({ gstin: "yes" }), count({ q: "tata" })])).toEqual([
    3, 3, 3,
  ]);
  expect(
    await Promise.all([count({ q: "INV/" }), count({ q: "₹1,20,000" }), count({ q: "123.45" })]),
  ).toEqual([7, 1, 1]);
  const [large] = (await listDocuments(ports(), period, { ...none, q: "120000" }, { page: 1, size: 50 }))
    .rows;
  expect(large?.rates).toEqual([18]);
  const order = shortId(large?.orderId ?? "");
  expect(await Promise.all([count({ q: order }), count({ q: `#${order.toUpperCase()}` })])).toEqual([2, 2]);
  expect(await Promise.all([count({ q: "%" }), count({ q: "INV_" }), count({ q: "\\" })])).toEqual([0, 0, 0]);
  let csv = "";
  for await (const part of registerCsv(ports(), period, "lines")) csv += part;
  expect(csv.trim().split("\r\n")).toHaveLength(11);
  // Each column adds up to the period: what is credited is negative, a kind is only named.
  const { invoice, "credit-note": credit } = await bookSums(ports(), period);
  expect(credit.count).toBe(3);
  const lines = readTable(Buffer.from(csv));
  expect([columnSum(lines, "Paid"), columnSum(lines, "Taxable value")]).toEqual([
    invoice.total - credit.total,
    invoice.taxable - credit.taxable,
  ]);
  const tax = ["CGST", "SGST or UTGST", "IGST"].reduce((sum, one) => sum + columnSum(lines, one), 0);
  expect(tax).toBe(invoice.tax - credit.tax);
  const sold = await shop().services.db.execute(sql`
    select sum(case i.kind when 'credit-note' then -1 else 1 end * (l ->> 'quantity')::integer)::integer as units
    from invoice i, jsonb_array_elements(i.snapshot -> 'lines') l`);
  expect(sold.rows).toEqual([{ units: columnSum(lines, "Quantity") / 100 }]);
  const chunks: Uint8Array[] = [];
  for await (const chunk of documentArchive(shop().services, period)) chunks.push(chunk);
  const files = unzipSync(new Uint8Array(Buffer.concat(chunks)));
  expect(Object.keys(files)).toHaveLength(10);
  for (const content of Object.values(files))
    expect(Buffer.from(content).toString("latin1", 0, 5)).toBe("%PDF-");
});

test("what the portal would refuse is named before", async () => {
  const found = await taxReturn(ports(), await thisMonth(), 6);
  expect(found?.checks).toMatchObject([{ serious: true, says: "HSN codes with fewer than 6 digits." }]);
  expect(found?.checks[0]?.documents).toHaveLength(10);
});

test("a period is a month or a calendar quarter by Indian time", () => {
  expect(readPeriod("2026-04")).toMatchObject({
    returnPeriod: "042026",
    from: new Date("2026-03-31T18:30:00Z"),
  });
  expect(readPeriod("2026-10-q")).toMatchObject({
    label: "October to December 2026",
    returnPeriod: "122026",
    to: new Date("2026-12-31T18:30:00Z"),
  });
  for (const wrong of [null, "", "2026-13", "2026-11-q", "1999-01", "2026-1"])
    expect(readPeriod(wrong)).toBeNull();
});

/** The sum of a column of a file, in paise. */
function columnSum(table: ReturnType<typeof readTable>, heading: string): number {
  if ("says" in table) throw new Error(table.says);
  const at = table.headings.indexOf(heading);
  return table.rows.reduce((sum, { cell }) => sum + Math.round(Number(cell(at)) * 100), 0);
}

const issued = async (id: string) =>
  (await issuedDocumentRecords(shop().services.db, id)).map(({ document }) => ({
    document,
    originalTotal: null,
  }));
const options = { gstin: karnataka, returnPeriod: "112026", hsnDigits: 4 } as const;
const rowsOf = (csv: string | null) => (csv ?? "").trimEnd().split("\r\n");

test("the tables have the headings that the offline tool reads, units by name, and negative amounts as numbers", async () => {
  const [sold, business] = [
    await placed({ status: "delivered", state: "Goa" }),
    await placed({ status: "delivered", business: tata }),
  ];
  for (const id of [sold, business]) {
    await posted(id);
    await refunded(id, 998_00);
    await posted(id);
  }
  const notes = [...(await issued(sold)), ...(await issued(business))].filter(
    ({ document }) => document.kind === "credit-note",
  );
  expect(checkReturn(notes, options)).toMatchObject([{ serious: false, documents: ["Goa at 5%"] }]);
  const made = gstr1(notes, options);
  expect(rowsOf(returnCsv(made, "b2cs"))[1]).toBe("OE,30-Goa,5,,-950.48,0,");
  expect(rowsOf(returnCsv(made, "hsn-b2c"))[1]).toBe("6205,,PCS-PIECES,-2,-998,5,-950.48,-47.52,0,0,0");
  // Without the type of the supply the tool's import never ends.
  const [heading, note] = rowsOf(returnCsv(made, "cdnr"));
  expect(heading).toContain("Reverse Charge,Note Supply Type,Note Value");
  expect(note).toContain(",C,29-Karnataka,N,Regular B2B,998,5,");
});

test("receipts of a shop without a GSTIN are less what was refunded, cancelled or came back in the period", async () => {
  await registered(null);
  const [kept, part, cancelled] = [
    await placed({ status: "delivered" }),
    await placed({ status: "delivered" }),
    await placed({ status: "shipped" }),
  ];
  await shop().runDue();
  const period = await thisMonth();
  expect(await bookSums(ports(), period)).toMatchObject({
    receipt: { count: 3 },
    reductions: { count: 0, total: 0 },
  });
  await refunded(part, 123_45);
  await move(cancelled, "cancelled");
  await shop().runDue();
  await registered(karnataka);
  const sums = await bookSums(ports(), period);
  expect(sums).toMatchObject({
    receipt: { count: 3, total: 3 * 99_800 },
    reductions: { count: 2, total: 123_45 + 99_800 },
  });
  const { rows } = await shop().services.db.execute(sql`
    select coalesce(sum(case when status = 'cancelled' then 0 else total - refunded_total end), 0)::integer as kept
    from orders where id in (${kept}, ${part}, ${cancelled})`);
  expect(rows).toEqual([{ kept: sums.receipt.total - sums.reductions.total }]);
  let csv = "";
  for await (const text of registerCsv(ports(), period, "lines")) csv += text;
  const reductions = rowsOf(csv).filter((row) => row.includes("Refund or cancellation"));
  expect(reductions.map((row) => row.split(",").slice(3, 5))).toEqual([
    [part, "returned"],
    [cancelled, "order cancelled"],
  ]);
  expect(reductions.map((row) => Number(row.split(",")[8])).reduce((sum, one) => sum + one, 0)).toBe(
    -1121.45,
  );
});

test("the total of a document with two rates is in its register once, so that the column adds up", async () => {
  const id = await placed({ status: "delivered" });
  await posted(id);
  const [{ document } = { document: null }] = await issued(id);
  const [line] = document?.lines ?? [];
  if (!document || !line?.tax) throw new Error("no invoice");
  const both = [line, { ...line, tax: { ...line.tax, rate: 18 } }];
  const total = registers.invoices.heading.indexOf("Document total");
  const rows = registers.invoices.rows({ ...document, lines: both });
  expect(rows.map((row) => [row[5], row[total]])).toEqual([
    [5, 998],
    [18, ""],
  ]);
});

test("goods without tax are in the tables of nil rated goods and HSN codes, and no invoice of a business is without items", async () => {
  await registered(karnataka, [anOwnRate("6205", 0)]);
  const id = await placed({ status: "delivered", business: tata });
  await posted(id);
  await registered(karnataka);
  const made = gstr1(await issued(id), options);
  const nil = z.strictObject({
    sply_ty: z.enum(["INTRB2B", "INTRAB2B", "INTRB2C", "INTRAB2C"]),
    expt_amt: z.literal(0),
    nil_amt: money,
    ngsup_amt: z.literal(0),
  });
  const read = publicFormat
    .pick({ gstin: true, fp: true, version: true, hash: true, doc_issue: true })
    .extend({ nil: z.strictObject({ inv: z.array(nil) }), hsn: z.strictObject({ hsn_b2b: z.array(hsn) }) })
    .parse(made);
  expect(read.nil.inv).toEqual([{ sply_ty: "INTRAB2B", expt_amt: 0, nil_amt: 998, ngsup_amt: 0 }]);
  expect(read.hsn.hsn_b2b).toMatchObject([{ hsn_sc: "6205", qty: 2, rt: 0, txval: 998 }]);
  expect(rowsOf(returnCsv(made, "nil"))).toEqual([
    "Description,Nil Rated Supplies,Exempted(other than nil rated/non GST supply),Non-GST Supplies",
    "Intra-State supplies to registered persons,998,0,0",
  ]);
});
