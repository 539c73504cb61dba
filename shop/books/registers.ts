import { shortDate } from "../dates.ts";
import { documentTitle, type ShopDocument, taxByRate } from "../invoices/document.ts";
import type { Paise } from "../money.ts";
import { stateOfCode } from "../tax/states.ts";
import type { Gstr1, Hsn } from "./gstr1.ts";
import type { ReceiptReduction } from "./receipt-reductions.server.ts";

/** A table to download. Amounts are numbers: a negative one that is a text would be escaped as a formula. */
export type Table = { heading: readonly string[]; rows: (document: ShopDocument) => (string | number)[][] };

const amount = (paise: Paise) => paise / 100;

/** "14-Jul-2026", as spreadsheets and the government's tool read it. */
const day = (at: string | Date) => shortDate(at).replaceAll(" ", "-").padStart(11, "0");

const place = ({ placeOfSupply }: ShopDocument) =>
  placeOfSupply ? `${placeOfSupply.code}-${placeOfSupply.name}` : "";

/** One row for each rate of a document. Its total is in the first, so that the column adds up. */
const byRate = (document: ShopDocument) =>
  taxByRate(document.lines).map(({ rate, taxable, cgst, sgst, igst }, at) => [
    document.number ?? "",
    day(document.issuedAt),
    document.buyer.name,
    document.buyer.gstin ?? "",
    place(document),
    rate,
    amount(taxable),
    amount(cgst),
    amount(sgst),
    amount(igst),
    at === 0 ? amount(document.total) : "",
  ]);

const shared = [
  "Date",
  "Customer",
  "GSTIN",
  "Place of supply",
  "Rate",
  "Taxable value",
  "CGST",
  "SGST or UTGST",
  "IGST",
  "Document total",
];

/**
 * The registers of a period. Amounts in rupees. That of credit notes has their amounts as they stand in them, as GSTR-1
 * asks; among all lines, quantities and amounts that are credited are negative.
 */
export const registers = {
  invoices: {
    heading: ["Invoice", ...shared],
    rows: (document) => (document.kind === "invoice" ? byRate(document) : []),
  },
  "credit-notes": {
    heading: ["Credit note", ...shared, "Against invoice", "Reason"],
    rows: (document) =>
      document.kind === "credit-note"
        ? byRate(document).map((row) => [
            ...row,
            document.against?.number ?? "",
            document.against?.reason ?? "",
          ])
        : [],
  },
  lines: {
    heading: [
      "Document",
      "Kind",
      "Date",
      "Order",
      "Description",
      "HSN",
      "Quantity",
      "Unit",
      "Paid",
      "Rate",
      "Taxable value",
      "CGST",
      "SGST or UTGST",
      "IGST",
      "Place of supply",
    ],
    rows: (document) => {
      const sign = document.kind === "credit-note" ? -1 : 1;
      return document.lines.map(({ description, hsnCode, quantity, unit, paid, tax }) => [
        document.number ?? "",
        documentTitle(document),
        day(document.issuedAt),
        document.orderId,
        description,
        hsnCode ?? "",
        sign * quantity,
        unit,
        sign * amount(paid),
        tax ? tax.rate : "",
        ...[tax?.taxable, tax?.cgst, tax?.sgst, tax?.igst].map((sum) => sign * amount(sum ?? 0)),
        place(document),
      ]);
    },
  },
} as const satisfies Record<string, Table>;

/** The row of the register of lines about a reduction of a receipt: negative, as of a credit note. */
export function receiptReductionLine({
  orderId,
  at,
  amount: reduction,
  reason,
}: ReceiptReduction): (string | number)[] {
  const untaxed = ["", 0, 0, 0, 0];
  return [
    "",
    "Refund or cancellation",
    day(at),
    orderId,
    reason,
    "",
    "",
    "",
    amount(-reduction),
    ...untaxed,
    "",
  ];
}

export type Register = keyof typeof registers;

const placeOfCode = (code: string) => `${code}-${stateOfCode(code)}`;
const dashed = (idt: string) => {
  const [date = "", month = "", year = ""] = idt.split("-");
  return day(`${year}-${month}-${date}T06:00:00Z`);
};

/** Tables of GSTR-1 as the CSVs that the government's offline tool imports, matched there by their headings. */
export const returnTables: Record<
  string,
  { heading: readonly string[]; rows: (made: Gstr1) => (string | number)[][] }
> = {
  b2b: {
    heading: [
      "GSTIN/UIN of Recipient",
      "Invoice Number",
      "Invoice date",
      "Invoice Value",
      "Place Of Supply",
      "Reverse Charge",
      "Invoice Type",
      "Rate",
      "Taxable Value",
      "Cess Amount",
    ],
    rows: ({ b2b = [] }) =>
      b2b.flatMap(({ ctin, inv }) =>
        inv.flatMap((one) =>
          one.itms.map(({ itm_det: { rt, txval } }) => [
            ctin,
            one.inum,
            dashed(one.idt),
            one.val,
            placeOfCode(one.pos),
            "N",
            "Regular B2B",
            rt,
            txval,
            0,
          ]),
        ),
      ),
  },
  b2cl: {
    heading: [
      "Invoice Number",
      "Invoice date",
      "Invoice Value",
      "Place Of Supply",
      "Rate",
      "Taxable Value",
      "Cess Amount",
    ],
    rows: ({ b2cl = [] }) =>
      b2cl.flatMap(({ pos, inv }) =>
        inv.flatMap((one) =>
          one.itms.map(({ itm_det: { rt, txval } }) => [
            one.inum,
            dashed(one.idt),
            one.val,
            placeOfCode(pos),
            rt,
            txval,
            0,
          ]),
        ),
      ),
  },
  b2cs: {
    heading: [
      "Type",
      "Place Of Supply",
      "Rate",
      "Applicable % of Tax Rate",
      "Taxable Value",
      "Cess Amount",
      "E-Commerce GSTIN",
    ],
    rows: ({ b2cs = [] }) =>
      b2cs.map(({ typ, pos, rt, txval }) => [typ, placeOfCode(pos), rt, "", txval, 0, ""]),
  },
  cdnr: {
    heading: [
      "GSTIN/UIN of Recipient",
      "Note Number",
      "Note Date",
      "Note Type",
      "Place Of Supply",
      "Reverse Charge",
      "Note Supply Type",
      "Note Value",
      "Rate",
      "Taxable Value",
      "Cess Amount",
    ],
    rows: ({ cdnr = [] }) =>
      cdnr.flatMap(({ ctin, nt }) =>
        nt.flatMap((one) =>
          one.itms.map(({ itm_det: { rt, txval } }) => [
            ctin,
            one.nt_num,
            dashed(one.nt_dt),
            "C",
            placeOfCode(one.pos),
            "N",
            "Regular B2B",
            one.val,
            rt,
            txval,
            0,
          ]),
        ),
      ),
  },
  cdnur: {
    heading: [
      "UR Type",
      "Note Number",
      "Note Date",
      "Note Type",
      "Place Of Supply",
      "Note Value",
      "Rate",
      "Taxable Value",
      "Cess Amount",
    ],
    rows: ({ cdnur = [] }) =>
      cdnur.flatMap((one) =>
        one.itms.map(({ itm_det: { rt, txval } }) => [
          "B2CL",
          one.nt_num,
          dashed(one.nt_dt),
          "C",
          placeOfCode(one.pos),
          one.val,
          rt,
          txval,
          0,
        ]),
      ),
  },
  "hsn-b2b": hsnTable("hsn_b2b"),
  "hsn-b2c": hsnTable("hsn_b2c"),
  nil: {
    heading: [
      "Description",
      "Nil Rated Supplies",
      "Exempted(other than nil rated/non GST supply)",
      "Non-GST Supplies",
    ],
    rows: ({ nil }) => (nil?.inv ?? []).map(({ sply_ty, nil_amt }) => [nilNames[sply_ty], nil_amt, 0, 0]),
  },
  docs: {
    heading: ["Nature of Document", "Sr. No. From", "Sr. No. To", "Total Number", "Cancelled"],
    rows: ({ doc_issue }) =>
      (doc_issue?.doc_det ?? []).flatMap(({ doc_typ, docs }) =>
        docs.map(({ from, to, totnum, cancel }) => [doc_typ, from, to, totnum, cancel]),
      ),
  },
};

const nilNames = {
  INTRB2B: "Inter-State supplies to registered persons",
  INTRAB2B: "Intra-State supplies to registered persons",
  INTRB2C: "Inter-State supplies to unregistered persons",
  INTRAB2C: "Intra-State supplies to unregistered persons",
};

/** Units as the tool's tables name them. */
const unitNames: Record<Hsn["uqc"], string> = { PCS: "PCS-PIECES", PRS: "PRS-PAIRS" };

/** By code alone the tool keeps the last row of a code that was sold at two rates: its JSON has no such trap. */
function hsnTable(part: "hsn_b2b" | "hsn_b2c") {
  return {
    heading: [
      "HSN",
      "Description",
      "UQC",
      "Total Quantity",
      "Total Value",
      "Rate",
      "Taxable Value",
      "Integrated Tax Amount",
      "Central Tax Amount",
      "State/UT Tax Amount",
      "Cess Amount",
    ],
    rows: ({ hsn }: Gstr1) =>
      (hsn?.[part] ?? []).map(({ hsn_sc, uqc, qty, rt, txval, iamt, camt, samt }) => [
        hsn_sc,
        "",
        unitNames[uqc],
        qty,
        amount(Math.round((txval + iamt + camt + samt) * 100)),
        rt,
        txval,
        iamt,
        camt,
        samt,
        0,
      ]),
  };
}

/** How many rows each table of a return has. */
export function returnCounts(made: Gstr1): { table: string; count: number }[] {
  return Object.entries(returnTables).map(([table, { rows }]) => ({ table, count: rows(made).length }));
}
