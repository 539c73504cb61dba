import { z } from "zod";
import { cutText } from "../../platform/text/cut-text.ts";
import { dayInIndia } from "../dates.ts";
import { readTable } from "../import/read-table.ts";
import { amountFault, type Paise, readRupees } from "../money.ts";
import {
  type ColumnNames,
  fieldLabels,
  type SettlementField,
  type SettlementKind,
  settlementFields,
} from "./settlement-kinds.ts";

/** The shape of stored columns. */
export const columnNames: z.ZodType<ColumnNames> = z.partialRecord(
  z.enum(settlementFields),
  z.string().max(200),
);

/**
 * Headings by which a column is guessed, the likeliest first, letters and digits only. They are the usual words, not
 * taken from a provider's document: whoever uploads a file with others chooses its columns once.
 */
const guesses: Record<SettlementKind, Partial<Record<SettlementField, readonly string[]>>> = {
  gateway: {
    reference: ["cfpaymentid", "paymentid", "transactionid", "referenceid", "orderid", "merchantorderid"],
    other: ["merchantorderid", "orderid", "cforderid"],
    gross: ["eventamount", "transactionamount", "paymentamount", "orderamount", "grossamount", "amount"],
    fee: ["servicecharge", "paymentservicecharge", "transactionfee", "fee", "fees", "charges"],
    tax: ["servicetax", "paymentservicetax", "gst", "tax", "taxonfee", "gstonfee"],
    net: ["eventsettlementamount", "settlementamount", "netamount", "netsettlementamount", "net"],
    utr: ["utr", "settlementutr", "transferutr", "bankreference"],
    date: ["settlementdate", "settledon", "transferdate", "paymenttime", "eventtime", "date"],
    type: ["saletype", "entrytype", "eventtype", "type"],
  },
  courier: {
    reference: [
      "awb",
      "awbnumber",
      "awbno",
      "awbcode",
      "waybill",
      "waybillnumber",
      "trackingnumber",
      "cnote",
    ],
    other: ["orderid", "ordernumber", "orderno", "referencenumber", "merchantorderid"],
    gross: [
      "codamount",
      "collectedamount",
      "codvalue",
      "ordervalue",
      "invoicevalue",
      "grossamount",
      "amount",
    ],
    fee: ["codcharges", "codcharge", "fee", "deductions", "freight", "charges"],
    tax: ["gst", "tax", "taxonfee", "gstonfee"],
    net: [
      "remittanceamount",
      "remittedamount",
      "amountremitted",
      "paidamount",
      "netamount",
      "netpayable",
      "net",
    ],
    utr: ["utr", "utrnumber", "utrno", "bankreference", "transactionreference", "bankutr"],
    date: ["remittancedate", "remittedon", "paymentdate", "paiddate", "depositdate", "date"],
    type: ["entrytype", "type"],
  },
};

const bare = (heading: string) => heading.toLowerCase().replace(/[^a-z0-9]/g, "");

/** The columns as they seem to be. */
function guessColumns(kind: SettlementKind, headings: readonly string[]): ColumnNames {
  const taken = new Set<string>();
  const guessed: ColumnNames = {};
  for (const field of settlementFields) {
    const name = guesses[kind][field]
      ?.flatMap((guess) => headings.filter((heading) => bare(heading) === guess))
      .find((heading) => !taken.has(heading));
    if (!name) continue;
    guessed[field] = name;
    taken.add(name);
  }
  return guessed;
}

const lineShape = z.object({
  line: z.number(),
  reference: z.string(),
  other: z.string().nullable(),
  gross: z.number(),
  fee: z.number(),
  tax: z.number(),
  net: z.number(),
  utr: z.string().nullable(),
  /** "2026-11-27"; null without a column for it. */
  day: z.string().nullable(),
});
export type ReadLine = z.infer<typeof lineShape>;
const problemShape = z.object({ line: z.number(), says: z.string() });
type LineProblem = z.infer<typeof problemShape>;

/** What a file has; also the message of the thread that reads it. `problems`: at most 200, `more` are left out. */
export const settlementRead = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("read"), lines: z.array(lineShape), columns: columnNames }),
  z.object({ kind: z.literal("wrong"), problems: z.array(problemShape), more: z.number() }),
  z.object({
    kind: z.literal("columns"),
    says: z.string(),
    headings: z.array(z.string()),
    guessed: columnNames,
  }),
  z.object({ kind: z.literal("unreadable"), says: z.string() }),
]);
export type SettlementRead = z.infer<typeof settlementRead>;

const mostProblems = 200;

/**
 * Reads a settlement file. In: whose it is, and the headings of its columns; null to guess them. Out: its lines, or why
 * nothing of it can be used: columns that it does not have, or lines that cannot be read. For a thread.
 */
export function readSettlement(
  bytes: Uint8Array,
  { kind, columns }: { kind: SettlementKind; columns: ColumnNames | null },
): SettlementRead {
  const table = readTable(bytes);
  if ("says" in table) return { kind: "unreadable", ...table };
  const headings = table.headings.filter(Boolean);
  const guessed = guessColumns(kind, headings);
  const wanted = columns ?? guessed;
  const wrong = wrongColumns(wanted, headings);
  if (wrong) return { kind: "columns", says: wrong, headings, guessed };
  const at = (field: SettlementField) => table.headings.indexOf(wanted[field] ?? "\n");
  const places = Object.fromEntries(settlementFields.map((field) => [field, at(field)]));
  const lines: ReadLine[] = [];
  const problems: LineProblem[] = [];
  for (const { line, cell } of table.rows) {
    const text = (field: SettlementField) => {
      const place = places[field] ?? -1;
      return place < 0 ? "" : cell(place);
    };
    if (settlementFields.every((field) => text(field) === "") || isSum(text, cell)) continue;
    const read = readLine(text);
    if (typeof read === "string") problems.push({ line, says: read });
    else lines.push({ line, ...read });
  }
  if (problems.length > 0)
    return {
      kind: "wrong",
      problems: problems.slice(0, mostProblems),
      more: Math.max(0, problems.length - mostProblems),
    };
  if (lines.length === 0) return { kind: "unreadable", says: "The file has no lines below its headings." };
  return { kind: "read", lines, columns: wanted };
}

function wrongColumns(wanted: ColumnNames, headings: readonly string[]): string | null {
  const names = settlementFields.flatMap((field) => wanted[field] ?? []);
  const unknown = names.filter((name) => !headings.includes(name));
  if (unknown.length > 0)
    return `The file has no column “${unknown.join("”, “")}”. Please choose which of its columns is what.`;
  const twice = names.find((name) => headings.indexOf(name) !== headings.lastIndexOf(name));
  if (twice) return `The file has two columns “${twice}”. Please choose others, or rename one.`;
  if (!wanted.reference) return "Which column has the order, the payment or the AWB? Please choose it.";
  if (!wanted.gross && !wanted.net) return "Which column has the amount? Please choose it.";
  return null;
}

/** The last line of many files adds up the others. */
function isSum(text: (field: SettlementField) => string, cell: (at: number) => string): boolean {
  const total = /^(grand |sub ?)?total\b/i;
  return text("reference") === ""
    ? total.test(cell(0)) || total.test(cell(1))
    : total.test(text("reference"));
}

function readLine(text: (field: SettlementField) => string): Omit<ReadLine, "line"> | string {
  const reference = idOf(text("reference")) || idOf(text("other"));
  if (reference === "") return "There is no order, payment or AWB.";
  if (reference.length > 100) return "The order, payment or AWB has more than 100 characters.";
  if (/^\d([.,]\d+)?E\+\d+$/i.test(reference))
    return `“${reference}” was shortened by a spreadsheet. Please upload the file as it was downloaded.`;
  const amounts: Partial<Record<"gross" | "fee" | "tax" | "net", Paise>> = {};
  for (const field of ["gross", "fee", "tax", "net"] as const) {
    const typed = text(field);
    if (typed === "" || typed === "-") continue;
    const amount = readAmount(typed);
    if (amount === null)
      return `“${cutText(typed, 40)}” is no amount (${fieldLabels[field].label}). ${amountFault(typed, "")}`.trim();
    amounts[field] = amount;
  }
  const fee = Math.abs(amounts.fee ?? 0);
  const tax = Math.abs(amounts.tax ?? 0);
  const read = amounts.gross ?? (amounts.net === undefined ? undefined : amounts.net + fee + tax);
  if (read === undefined) return "There is no amount.";
  const isBack = takesBack(text("type"));
  const signed = (amount: Paise) => (isBack ? -Math.abs(amount) : amount);
  const gross = signed(read);
  const day = text("date") === "" ? null : readDate(text("date"));
  if (day === undefined) return `“${cutText(text("date"), 40)}” is no date.`;
  return {
    reference,
    other: cutText(idOf(text("other")), 100) || null,
    gross,
    fee,
    tax,
    net: amounts.net === undefined ? gross - fee - tax : signed(amounts.net),
    utr: cutText(idOf(text("utr")), 100) || null,
    day,
  };
}

/** Whether an entry takes money back. What reverses a refund or a dispute ("REFUND_REVERSAL") brings it again. */
function takesBack(type: string): boolean {
  const reversed = /(refund|debit|chargeback|dispute)s?[ _-]*revers/i;
  return /refund|debit|chargeback|reversal|dispute/i.test(type) && !reversed.test(type);
}

/** An apostrophe keeps spreadsheets from shortening long numbers. */
const idOf = (text: string) => text.replace(/^'/, "").trim();

/** Rupees with paise, also "-499.00", "(499.00)", "Rs. 499" and "499.0000"; null for anything finer than a paisa. */
function readAmount(typed: string): Paise | null {
  const [, open, minus, rest = "", close] =
    /^(\()?\s*(-)?\s*(?:₹|rs\.?|inr)?\s*(-?[\d,]+(?:\.\d+)?)\s*(\))?$/i.exec(typed.trim()) ?? [];
  if (Boolean(open) !== Boolean(close)) return null;
  const digits = rest.replace(/^-/, "").replace(/(\.\d{2})0+$/, "$1");
  const amount = readRupees(digits);
  if (amount === null) return null;
  const isNegative = [open, minus, rest.startsWith("-") ? "-" : ""].filter(Boolean).length;
  if (isNegative > 1) return null;
  return isNegative === 1 && amount !== 0 ? -amount : amount;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Longer texts are no time: a pattern would look through a hundred thousand letters for seconds. */
const longestTime = 60;

/** A day as files write it: 2026-11-27, 27-11-2026, 27/11/2026, 27-Nov-2026, each with a time or not. */
function readDate(typed: string): string | undefined {
  if (typed.length > longestTime) return undefined;
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]|$)/.exec(typed);
  if (iso && /T.*(Z|[+-]\d{2}:?\d{2})$/.test(typed)) {
    const at = new Date(typed);
    if (!Number.isNaN(at.getTime())) return dayInIndia(at);
  }
  const indian = /^(\d{1,2})[-/. ](\d{1,2}|[A-Za-z]{3,9})[-/. ,]+(\d{4}|\d{2})(?:[ ,T]|$)/.exec(typed);
  const [year = "", month = "", day = ""] = iso
    ? iso.slice(1)
    : [indian?.[3] ?? "", indian?.[2] ?? "", indian?.[1] ?? ""];
  const named = months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const number = named > 0 ? named : Number(month);
  const full = Number(year.length === 2 ? `20${year}` : year);
  const at = new Date(Date.UTC(full, number - 1, Number(day)));
  const isReal = at.getUTCMonth() === number - 1 && at.getUTCDate() === Number(day);
  return isReal && full >= 2015 && full <= 2100 ? at.toISOString().slice(0, 10) : undefined;
}
