import { dayInIndia } from "../dates.ts";
import type { DocumentLine, ShopDocument } from "../invoices/document.ts";
import { taxByRate } from "../invoices/document.ts";
import { deliveryKey, unitOf } from "../invoices/document-lines.ts";
import type { Paise } from "../money.ts";
import { addTax, noTax, type TaxSplit } from "../tax/split-tax.ts";

/**
 * A document of the return: an invoice or credit note with its number. `originalTotal`: of a credit note, the value of
 * the invoice that it corrects, in paise.
 */
export type ReturnDocument = { document: ShopDocument; originalTotal: Paise | null };

export type ReturnOptions = {
  gstin: string;
  /** "MMYYYY". */
  returnPeriod: string;
  /** Digits of HSN codes: 4 up to a turnover of five crore rupees, else 6. */
  hsnDigits: 4 | 6;
};

/** The release of the government's offline tool whose JSON this is. */
const toolVersion = "GST3.2.4";

/** Values over this between states are listed one by one (Notification 12/2024; before August 2024: 2.5 lakh). */
const b2clLimit = (issuedAt: string): Paise =>
  new Date(issuedAt) < new Date("2024-07-31T18:30:00Z") ? 250_000_00 : 100_000_00;

/** Tax as the return names it: IGST, or both halves. Rupees. */
type Tax = { iamt: number } | { camt: number; samt: number };
type ItemDetail = { txval: number; rt: number; csamt: number } & Tax;
type Item = { num: number; itm_det: ItemDetail };
type Invoice = {
  inum: string;
  idt: string;
  val: number;
  pos: string;
  rchrg: "N";
  inv_typ: "R";
  itms: Item[];
};
type Note = {
  nt_num: string;
  nt_dt: string;
  ntty: "C";
  val: number;
  pos: string;
  rchrg: "N";
  inv_typ: "R";
  itms: Item[];
};
type B2cs = {
  sply_ty: "INTRA" | "INTER";
  rt: number;
  typ: "OE";
  pos: string;
  txval: number;
  csamt: number;
} & Tax;
export type Hsn = {
  num: number;
  hsn_sc: string;
  uqc: DocumentLine["unit"];
  qty: number;
  rt: number;
  txval: number;
  iamt: number;
  samt: number;
  camt: number;
  csamt: number;
};
type NilType = "INTRB2B" | "INTRAB2B" | "INTRB2C" | "INTRAB2C";
type DocRange = { num: number; from: string; to: string; totnum: number; cancel: number; net_issue: number };

/** The return as the government's offline tool writes it. Amounts in rupees. Empty sections are left out. */
export type Gstr1 = {
  gstin: string;
  fp: string;
  version: string;
  hash: "hash";
  b2b?: { ctin: string; inv: Invoice[] }[];
  b2cl?: { pos: string; inv: Omit<Invoice, "pos" | "rchrg" | "inv_typ">[] }[];
  b2cs?: B2cs[];
  cdnr?: { ctin: string; nt: Note[] }[];
  cdnur?: (Omit<Note, "rchrg" | "inv_typ"> & { typ: "B2CL" })[];
  nil?: { inv: { sply_ty: NilType; expt_amt: number; nil_amt: number; ngsup_amt: number }[] };
  hsn?: { hsn_b2b?: Hsn[]; hsn_b2c?: Hsn[] };
  doc_issue?: { doc_det: { doc_num: number; doc_typ: string; docs: DocRange[] }[] };
};

const rupees = (paise: Paise) => paise / 100;
const isTaxed = ({ tax }: DocumentLine) => tax !== null && tax.rate > 0;

/** Where a document belongs. */
type Place = "b2b" | "b2cl" | "b2cs" | "cdnr" | "cdnur";

/**
 * The section of a document: by the buyer's GSTIN, and the value of the invoice between states. Null for one without a
 * taxed line, which is in the tables of nil rated goods, of HSN codes and of numbers only.
 */
export function placeOf({ document, originalTotal }: ReturnDocument): Place | null {
  const { kind, buyer, against, issuedAt, total, lines } = document;
  if (!lines.some(isTaxed)) return null;
  const isNote = kind === "credit-note";
  if (buyer.gstin) return isNote ? "cdnr" : "b2b";
  const invoice = isNote
    ? { total: originalTotal ?? 0, issuedAt: against?.issuedAt ?? issuedAt }
    : { total, issuedAt };
  const isLarge = isBetweenStates(document) && invoice.total > b2clLimit(invoice.issuedAt);
  if (isLarge) return isNote ? "cdnur" : "b2cl";
  return "b2cs";
}

function isBetweenStates({ placeOfSupply, seller }: ShopDocument): boolean {
  return placeOfSupply?.code !== seller.state?.code;
}

/** "14-07-2026". */
function dayOf(at: string): string {
  return dayInIndia(new Date(at)).split("-").reverse().join("-");
}

function taxOf(split: TaxSplit, isInter: boolean): Tax {
  return isInter ? { iamt: rupees(split.igst) } : { camt: rupees(split.cgst), samt: rupees(split.sgst) };
}

/** One item for each rate above 0. The tool numbers them by the rate. */
function itemsOf(document: ShopDocument): Item[] {
  const isInter = isBetweenStates(document);
  return taxByRate(document.lines.filter(isTaxed)).map(({ rate, ...split }) => ({
    num: rate * 100 + 1,
    itm_det: { txval: rupees(split.taxable), rt: rate, ...taxOf(split, isInter), csamt: 0 },
  }));
}

/**
 * GSTR-1 of a month or quarter as the JSON of the government's offline tool: the taxes are sums of the lines' taxes, so
 * that the return meets the register to the paisa. In: the documents of the period, the oldest first. Source: CGST Rules
 * (rule 59), GSTN's offline tool V3.2.4.
 */
export function gstr1(documents: readonly ReturnDocument[], options: ReturnOptions): Gstr1 {
  const placed = documents.map((one) => ({ ...one, place: placeOf(one) }));
  const at = (place: Place) => placed.filter((one) => one.place === place).map(({ document }) => document);
  const b2b = grouped(at("b2b"), ({ buyer }) => buyer.gstin ?? "").map(([ctin, all]) => ({
    ctin,
    inv: all.map((one) => ({ ...head(one), ...regular(one), itms: itemsOf(one) })),
  }));
  const b2cl = grouped(at("b2cl"), pos).map(([code, all]) => ({
    pos: code,
    inv: all.map((one) => ({ ...head(one), itms: itemsOf(one) })),
  }));
  const b2cs = b2csOf(at("b2cs"));
  const cdnr = grouped(at("cdnr"), ({ buyer }) => buyer.gstin ?? "").map(([ctin, all]) => ({
    ctin,
    nt: all.map((one) => ({ ...noteHead(one), ...regular(one), itms: itemsOf(one) })),
  }));
  const cdnur = at("cdnur").map((one) => ({
    ...noteHead(one),
    typ: "B2CL" as const,
    pos: pos(one),
    itms: itemsOf(one),
  }));
  const nil = nilOf(placed.map(({ document }) => document));
  const hsn = hsnOf(
    placed.map(({ document }) => document),
    options.hsnDigits,
  );
  const docs = documentsIssued(placed.map(({ document }) => document));
  return {
    gstin: options.gstin,
    fp: options.returnPeriod,
    version: toolVersion,
    hash: "hash",
    ...(b2b.length > 0 && { b2b }),
    ...(b2cl.length > 0 && { b2cl }),
    ...(b2cs.length > 0 && { b2cs }),
    ...(cdnr.length > 0 && { cdnr }),
    ...(cdnur.length > 0 && { cdnur }),
    ...(nil.length > 0 && { nil: { inv: nil } }),
    ...(Object.keys(hsn).length > 0 && { hsn }),
    ...(docs.length > 0 && { doc_issue: { doc_det: docs } }),
  };
}

const pos = ({ placeOfSupply }: ShopDocument) => placeOfSupply?.code ?? "97";
const regular = (document: ShopDocument) => ({
  pos: pos(document),
  rchrg: "N" as const,
  inv_typ: "R" as const,
});
const head = ({ number, issuedAt, total }: ShopDocument) => ({
  inum: number ?? "",
  idt: dayOf(issuedAt),
  val: rupees(total),
});
const noteHead = ({ number, issuedAt, total }: ShopDocument) => ({
  nt_num: number ?? "",
  nt_dt: dayOf(issuedAt),
  ntty: "C" as const,
  val: rupees(total),
});

function grouped(all: ShopDocument[], keyOf: (one: ShopDocument) => string): [string, ShopDocument[]][] {
  const groups = new Map<string, ShopDocument[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return [...groups].sort(([one], [other]) => one.localeCompare(other));
}

const signOf = ({ kind }: ShopDocument) => (kind === "credit-note" ? -1 : 1);
const times = (split: TaxSplit, sign: number): TaxSplit => ({
  taxable: split.taxable * sign,
  cgst: split.cgst * sign,
  sgst: split.sgst * sign,
  igst: split.igst * sign,
});

/** Small sales to consumers: one row for each place and rate, credit notes subtracted. */
export function b2csOf(all: ShopDocument[]): B2cs[] {
  const rows = new Map<string, { code: string; rate: number; isInter: boolean; split: TaxSplit }>();
  for (const document of all) {
    for (const { rate, ...split } of taxByRate(document.lines.filter(isTaxed))) {
      const key = `${pos(document)} ${rate}`;
      const row = rows.get(key) ?? {
        code: pos(document),
        rate,
        isInter: isBetweenStates(document),
        split: noTax,
      };
      rows.set(key, { ...row, split: addTax(row.split, times(split, signOf(document))) });
    }
  }
  return [...rows.values()]
    .sort((one, other) => one.code.localeCompare(other.code) || one.rate - other.rate)
    .map(({ code, rate, isInter, split }) => ({
      sply_ty: isInter ? "INTER" : "INTRA",
      rt: rate,
      typ: "OE",
      pos: code,
      txval: rupees(split.taxable),
      ...taxOf(split, isInter),
      csamt: 0,
    }));
}

/** Goods at a rate of 0, net of credit notes. */
function nilOf(all: ShopDocument[]) {
  const sums = new Map<NilType, Paise>();
  for (const document of all) {
    const amount = document.lines
      .filter(({ tax }) => tax?.rate === 0)
      .reduce((sum, { paid }) => sum + paid, 0);
    if (amount === 0) continue;
    const place = isBetweenStates(document) ? "INTR" : "INTRA";
    const type: NilType = `${place}${document.buyer.gstin ? "B2B" : "B2C"}`;
    sums.set(type, (sums.get(type) ?? 0) + signOf(document) * amount);
  }
  return [...sums].map(([sply_ty, amount]) => ({
    sply_ty,
    expt_amt: 0,
    nil_amt: rupees(amount),
    ngsup_amt: 0,
  }));
}

/** What was sold by HSN code, unit and rate, net of credit notes; apart for businesses and consumers (tables 12). */
function hsnOf(all: ShopDocument[], digits: 4 | 6): NonNullable<Gstr1["hsn"]> {
  const rowsOf = (documents: ShopDocument[]): Hsn[] => {
    const rows = new Map<
      string,
      { code: string; unit: Hsn["uqc"]; rate: number; quantity: number; split: TaxSplit }
    >();
    for (const document of documents) {
      for (const line of document.lines) {
        if (!line.tax) continue;
        const code = (line.hsnCode ?? "").slice(0, digits);
        // Delivery is part of the goods' supply and has their code, and is no further piece.
        const isDelivery = line.key === deliveryKey;
        const unit = isDelivery ? unitOf(line.hsnCode) : line.unit;
        const quantity = isDelivery ? 0 : line.quantity;
        const key = `${code} ${unit} ${line.tax.rate}`;
        const row = rows.get(key) ?? { code, unit, rate: line.tax.rate, quantity: 0, split: noTax };
        rows.set(key, {
          ...row,
          quantity: row.quantity + signOf(document) * quantity,
          split: addTax(row.split, times(line.tax, signOf(document))),
        });
      }
    }
    return [...rows.values()]
      .sort((one, other) => one.code.localeCompare(other.code) || one.rate - other.rate)
      .map(({ code, unit, rate, quantity, split }, index) => ({
        num: index + 1,
        hsn_sc: code,
        uqc: unit,
        qty: quantity,
        rt: rate,
        txval: rupees(split.taxable),
        iamt: rupees(split.igst),
        samt: rupees(split.sgst),
        camt: rupees(split.cgst),
        csamt: 0,
      }));
  };
  const businesses = rowsOf(all.filter(({ buyer }) => Boolean(buyer.gstin)));
  const consumers = rowsOf(all.filter(({ buyer }) => !buyer.gstin));
  return {
    ...(businesses.length > 0 && { hsn_b2b: businesses }),
    ...(consumers.length > 0 && { hsn_b2c: consumers }),
  };
}

/** The numbers that were given, in unbroken ranges of each series (table 13). Numbers are never cancelled here. */
function documentsIssued(all: ShopDocument[]) {
  const kinds = [
    { kind: "invoice", doc_num: 1, doc_typ: "Invoices for outward supply" },
    { kind: "credit-note", doc_num: 5, doc_typ: "Credit Note" },
  ] as const;
  return kinds.flatMap(({ kind, doc_num, doc_typ }) => {
    const numbers = all.flatMap((one) => (one.kind === kind && one.number ? [one.number] : [])).sort();
    const ranges: { from: string; to: string; count: number }[] = [];
    for (const number of numbers) {
      const last = ranges.at(-1);
      if (last && follows(last.to, number)) {
        last.to = number;
        last.count++;
      } else ranges.push({ from: number, to: number, count: 1 });
    }
    const docs = ranges.map(({ from, to, count }, index) => ({
      num: index + 1,
      from,
      to,
      totnum: count,
      cancel: 0,
      net_issue: count,
    }));
    return docs.length > 0 ? [{ doc_num, doc_typ, docs }] : [];
  });
}

/** Whether a number comes right after another one of its series. */
function follows(one: string, next: string): boolean {
  const parts = (number: string) => /^(.*\/)(\d+)$/.exec(number);
  const [before, after] = [parts(one), parts(next)];
  return (
    before !== null && after !== null && before[1] === after[1] && Number(after[2]) === Number(before[2]) + 1
  );
}
