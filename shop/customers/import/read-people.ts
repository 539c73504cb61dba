import { z } from "zod";
import { cutText } from "../../../platform/text/cut-text.ts";
import { type AddressLines, addressMaxLengths, readAddress } from "../../accounts/customer/address.ts";
import { readMobile } from "../../accounts/customer/formats.ts";
import { readTable } from "../../import/read-table.ts";
import { amountFault, plural, readRupees } from "../../money.ts";
import { cleanLines } from "../../text/clean-text.ts";
import { emailAddress } from "../../text/email-address.ts";
import { readTags, wordsMost } from "../customer-rules.ts";

const pastLine = z.object({ name: z.string(), sku: z.string(), quantity: z.number(), unit: z.number() });
type PastLine = z.infer<typeof pastLine>;
const addressShape = z.object({
  label: z.string(),
  name: z.string(),
  phone: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
}) satisfies z.ZodType<AddressLines>;

/** A customer of the old shop. `address`: the default one, if it is complete. `tags` and `note`: for staff only. */
const customerShape = z.object({
  email: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  newsletter: z.boolean(),
  address: addressShape.nullable(),
  tags: z.array(z.string()),
  note: z.string(),
});
export type ImportedCustomer = z.infer<typeof customerShape>;

/** An order of the old shop. Amounts in paise. */
const orderShape = z.object({
  number: z.string(),
  email: z.string().nullable(),
  name: z.string(),
  phone: z.string(),
  city: z.string(),
  placedAt: z.date(),
  state: z.enum(["open", "fulfilled", "cancelled", "refunded"]),
  total: z.number(),
  refunded: z.number(),
  lines: z.array(pastLine),
});
export type ImportedOrder = z.infer<typeof orderShape>;

/** A row that is not imported, or not whole. `line`: as a spreadsheet counts them. */
const problemShape = z.object({ line: z.number(), says: z.string() });
export type PeopleProblem = z.infer<typeof problemShape>;

/** What a file has; also the message of the thread that reads it. */
export const peopleFile = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("customers"),
    customers: z.array(customerShape),
    problems: z.array(problemShape),
  }),
  z.object({ kind: z.literal("orders"), orders: z.array(orderShape), problems: z.array(problemShape) }),
  z.object({ kind: z.literal("unreadable"), says: z.string() }),
]);
export type PeopleFile = z.infer<typeof peopleFile>;

type Row = { line: number; cell: (name: string) => string };

/**
 * Reads Shopify's export of customers or of orders, told apart by their headings (Shopify Help, "Exporting customers"
 * and "Exporting orders"). Every row that is left out is named with its line. A large file takes seconds of CPU time: it
 * is read in a thread (people-thread.server.ts).
 */
export function readPeople(bytes: Uint8Array): PeopleFile {
  const table = readTable(bytes);
  if ("says" in table) return { kind: "unreadable", ...table };
  const headings = table.headings.map((heading) => heading.toLowerCase());
  const rows = table.rows.map(({ line, cell }) => ({
    line,
    cell: (name: string) => cell(headings.indexOf(name)),
  }));
  if (headings.includes("lineitem name") && headings.includes("name")) return ordersOf(rows);
  if (headings.includes("email") && headings.includes("first name")) return customersOf(rows);
  return {
    kind: "unreadable",
    says: "The headings are neither those of Shopify's customers (First Name, Last Name, Email ...) nor those of its orders (Name, Email, Lineitem name ...).",
  };
}

const emailOf = (text: string) => emailAddress.safeParse(text).data ?? null;
const isYes = (text: string) => /^(yes|true|subscribed)$/i.test(text);

function customersOf(rows: Row[]): PeopleFile {
  const problems: PeopleProblem[] = [];
  const customers = new Map<string, ImportedCustomer>();
  for (const { line, cell } of rows) {
    const email = emailOf(cell("email"));
    const name = cutText(`${cell("first name")} ${cell("last name")}`.trim(), 100);
    if (!email) {
      const typed = cell("email");
      problems.push({
        line,
        says: typed
          ? `“${cutText(typed, 60)}” is no email address.`
          : `${name || "This customer"} has no email address, and could not log in.`,
      });
      continue;
    }
    if (customers.has(email)) {
      problems.push({ line, says: `${email} is in an earlier row already.` });
      continue;
    }
    const phone = readMobile(cell("phone") || cell("default address phone"));
    const { address, lacks } = addressOf(cell, { name, phone });
    if (lacks) problems.push({ line, says: `${email} is imported without the address: ${lacks}` });
    const newsletter = isYes(cell("accepts email marketing") || cell("accepts marketing"));
    const { tags, note, cut } = wordsOf(cell);
    if (cut) problems.push({ line, says: `${email} is imported without ${cut}` });
    customers.set(email, { email, name, phone, newsletter, address, tags, note });
  }
  return { kind: "customers", customers: [...customers.values()], problems };
}

/** What the old shop's staff wrote, and in `cut` what of it does not fit. */
function wordsOf(cell: Row["cell"]): { tags: string[]; note: string; cut?: string } {
  const note = cleanLines(cell("note"));
  const read = readTags(cell("tags"));
  const tags = read.filter((tag) => tag.length <= wordsMost.tag).slice(0, wordsMost.tags);
  const left = read.length - tags.length;
  const cut = [
    left > 0 && `${plural(left, "tag")}: at most ${wordsMost.tags} tags of ${wordsMost.tag} characters each.`,
    note.length > wordsMost.note && "the end of the note: at most 2,000 characters.",
  ].filter((part) => part !== false);
  return {
    tags,
    note: cutText(note, wordsMost.note),
    ...(cut.length > 0 && { cut: cut.join(" And without ") }),
  };
}

/** The default address, or why there is none; neither when the file has no street. */
function addressOf(
  cell: Row["cell"],
  { name, phone }: { name: string; phone: string | null },
): { address: AddressLines | null; lacks?: string } {
  const part = (heading: string) => cell(`default address ${heading}`) || cell(heading);
  const street = part("address1");
  if (street === "") return { address: null };
  const country = part("country code") || part("country");
  if (country && !/^(in|india)$/i.test(country)) return { address: null, lacks: "it is outside of India." };
  const code = (part("province code") || part("province")).toUpperCase();
  const cut = (text: string, field: keyof typeof addressMaxLengths) =>
    cutText(text, addressMaxLengths[field]);
  const read = readAddress({
    label: "",
    name: cut(name || "Customer", "name"),
    phone: part("phone") || phone || "",
    line1: cut(street, "line1"),
    line2: cut(part("address2"), "line2"),
    city: cut(part("city"), "city"),
    state: stateOfCode[code] ?? part("province"),
    postalCode: part("zip").replace(/^'/, ""),
  });
  if (read.ok) return { address: read.value };
  return { address: null, lacks: Object.values(read.errors)[0] ?? "it is not complete." };
}

function ordersOf(rows: Row[]): PeopleFile {
  const problems: PeopleProblem[] = [];
  const orders = new Map<string, ImportedOrder>();
  const spoiled = new Set<string>();
  for (const { line, cell } of rows) {
    const number = cutText(cell("name"), 60);
    const known = orders.get(number);
    const order = known ?? firstRowOf(cell, number);
    const item = lineOf(cell);
    const says =
      number === ""
        ? "The order has no number."
        : typeof order === "string"
          ? order
          : typeof item === "string"
            ? item
            : null;
    if (says !== null || typeof order === "string" || typeof item === "string") {
      if (!spoiled.has(number) || number === "")
        problems.push({ line, says: `${number || "A row"}: ${says}` });
      spoiled.add(number);
      continue;
    }
    orders.set(number, order);
    if (item) order.lines.push(item);
  }
  for (const number of spoiled) orders.delete(number);
  return { kind: "orders", orders: [...orders.values()], problems };
}

/** What the first row of an order says about it, or what is wrong. The others have its lines only. */
function firstRowOf(cell: Row["cell"], number: string): ImportedOrder | string {
  const placedAt = timeOf(cell("created at"));
  if (!placedAt) return `“${cell("created at")}” is no time.`;
  const total = readRupees(cell("total"));
  if (total === null) return noAmount(cell("total"));
  const currency = cell("currency");
  if (currency && currency !== "INR")
    return `It was paid in ${cutText(currency, 10)}, and this shop counts in rupees.`;
  const refunded = cell("refunded amount") === "" ? 0 : readRupees(cell("refunded amount"));
  if (refunded === null) return noAmount(cell("refunded amount"));
  return {
    number,
    email: emailOf(cell("email")),
    name: cutText(cell("shipping name") || cell("billing name"), 100),
    phone: readMobile(cell("shipping phone") || cell("billing phone") || cell("phone")) ?? "",
    city: cutText(cell("shipping city") || cell("billing city"), 60),
    placedAt,
    state: stateOfOrder(cell),
    total,
    refunded,
    lines: [],
  };
}

const noAmount = (typed: string) => `“${cutText(typed, 40)}” is no amount. ${amountFault(typed, "")}`.trim();

function stateOfOrder(cell: Row["cell"]): ImportedOrder["state"] {
  if (cell("cancelled at")) return "cancelled";
  if (/^refunded$/i.test(cell("financial status"))) return "refunded";
  return /^fulfilled$/i.test(cell("fulfillment status")) ? "fulfilled" : "open";
}

/** A line of an order, null for a row without one, or what is wrong. */
function lineOf(cell: Row["cell"]): PastLine | null | string {
  const name = cutText(cell("lineitem name"), 300);
  if (name === "") return null;
  const quantity = Number(cell("lineitem quantity"));
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 100_000)
    return `“${cell("lineitem quantity")}” is no quantity.`;
  const unit = readRupees(cell("lineitem price"));
  if (unit === null) return noAmount(cell("lineitem price"));
  return { name, sku: cutText(cell("lineitem sku"), 64), quantity, unit };
}

/** Shopify writes "2024-03-01 10:15:00 +0530". */
function timeOf(text: string): Date | null {
  const [, day, time, hours = "+05", minutes = "30"] =
    /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?: ?([+-]\d{2}):?(\d{2}))?$/.exec(text) ?? [];
  if (!day) return null;
  const at = new Date(`${day}T${time}${hours}:${minutes}`);
  const year = at.getUTCFullYear();
  return year >= 2000 && year <= 2100 ? at : null;
}

/** States by their ISO 3166-2:IN codes, and the older ones that Shopify still writes. */
const stateOfCode: Record<string, string | undefined> = {
  AN: "Andaman and Nicobar Islands",
  AP: "Andhra Pradesh",
  AR: "Arunachal Pradesh",
  AS: "Assam",
  BR: "Bihar",
  CH: "Chandigarh",
  CG: "Chhattisgarh",
  CT: "Chhattisgarh",
  DH: "Dadra and Nagar Haveli and Daman and Diu",
  DN: "Dadra and Nagar Haveli and Daman and Diu",
  DD: "Dadra and Nagar Haveli and Daman and Diu",
  DL: "Delhi",
  GA: "Goa",
  GJ: "Gujarat",
  HR: "Haryana",
  HP: "Himachal Pradesh",
  JK: "Jammu and Kashmir",
  JH: "Jharkhand",
  KA: "Karnataka",
  KL: "Kerala",
  LA: "Ladakh",
  LD: "Lakshadweep",
  MP: "Madhya Pradesh",
  MH: "Maharashtra",
  MN: "Manipur",
  ML: "Meghalaya",
  MZ: "Mizoram",
  NL: "Nagaland",
  OD: "Odisha",
  OR: "Odisha",
  PY: "Puducherry",
  PB: "Punjab",
  RJ: "Rajasthan",
  SK: "Sikkim",
  TN: "Tamil Nadu",
  TG: "Telangana",
  TS: "Telangana",
  TR: "Tripura",
  UP: "Uttar Pradesh",
  UK: "Uttarakhand",
  UT: "Uttarakhand",
  WB: "West Bengal",
};
