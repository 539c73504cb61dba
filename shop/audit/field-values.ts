import { permissionGroups } from "../access/permissions.ts";
import { dateAndTime, readDay, readTimeField, shortDate } from "../dates.ts";
import { grouped, rupees } from "../money.ts";

/**
 * What the values of a field are, by the last part of its name: a name means the same wherever it stands. Every field
 * with whole numbers is here, since a number of paise reads like a count.
 * - amount: whole numbers are paise, texts are rupees as typed
 * - count: a number of things, days, grams or other units
 * - code: a word of the program, such as "partly-refunded"
 * - picture: the key of a stored picture
 * - permission: the key of one
 * - mark: served only to save or to show the record, or names it already
 */
type FieldKind = "amount" | "count" | "code" | "picture" | "permission" | "mark";

const fieldsOfKind: Record<FieldKind, string> = {
  amount: `price originalPrice cost amount amounts total due discount deliveryFee freeDeliveryFrom codMost
    deliveryCost returnCost upTo`,
  count: `items lines quantity parcel stock reserved products orders reviews messages addresses cart wishlist
    pastOrders added known next returnDays damageReportHours refundBusinessDays deliveryBusinessDays onlineDays
    courierDays grams length breadth width height x y rate step delta
    millimetres`,
  code: "state status kind failure disposition way payment channel mail booking email phone",
  picture: "key picture",
  permission: "permissions",
  mark: "dataFields id version lineId variantId",
};

const kinds = new Map(
  Object.entries(fieldsOfKind).flatMap(([kind, names]) =>
    names.split(/\s+/).map((name) => [name, kind] as const),
  ),
);
/** Codes that are names or abbreviations. */
const codeWords = new Map([
  ["cod", "cash on delivery"],
  ["upi", "UPI"],
  ["whatsapp", "WhatsApp"],
  ["instagram", "Instagram"],
]);
const permissionLabels = new Map<string, string>(
  permissionGroups.flatMap(({ permissions }) => permissions.map(({ key, label }) => [key, label] as const)),
);

/** Whether a field says nothing to staff. */
export const isMark = (name: string): boolean => kinds.get(name) === "mark";

/** Whether fieldsOfKind says what the numbers of a field are. */
export const isKnownNumber = (name: string): boolean => kinds.has(name);

/** The id of a record: without its name (names-of-ids.server.ts) it says nothing to staff. */
export const isRecordId = (value: unknown): boolean =>
  typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** A value that is no object, in words; "nothing" when there is none. In: the name of its field. */
export function valueWords(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "" || isRecordId(value)) return "nothing";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) return listWords(name, value);
  if (typeof value === "number")
    return kinds.get(name) === "amount" && Number.isSafeInteger(value) ? rupees(value) : numberWords(value);
  return textWords(name, String(value));
}

const numberWords = (value: number) =>
  Number.isSafeInteger(value) && value >= 0 ? grouped(value) : String(value);

/** "S, M, L"; rows of a table as "M, 91–96; L, 97–102". */
function listWords(name: string, values: readonly unknown[]): string {
  const words = values.map((one) => valueWords(name, one)).filter((one) => one !== "nothing");
  return words.join(words.some((one) => one.includes(",")) ? "; " : ", ") || "nothing";
}

function textWords(name: string, text: string): string {
  switch (kinds.get(name)) {
    case "amount":
      return /^\d+(\.\d+)?$/.test(text) ? `₹${text}` : text;
    case "code":
      return (
        codeWords.get(text) ?? (/^[a-z]+([-_][a-z]+)+$/.test(text) ? text.replaceAll(/[-_]/g, " ") : text)
      );
    case "picture":
      // Two pictures are told apart.
      return /^[0-9a-f]{32}$/.test(text) ? `picture ${text.slice(0, 6)}` : text;
    case "permission":
      return permissionLabels.get(text) ?? text;
    default:
      return timeWords(text) ?? text;
  }
}

/** A time of the database, the value of a field for a time in India, or a day; null for any other text. */
function timeWords(text: string): string | null {
  const stored = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? new Date(text) : null;
  if (stored) return Number.isNaN(stored.getTime()) ? null : dateAndTime(stored);
  const typed = readTimeField(text);
  return typed && (readDay(text) ? shortDate(typed) : dateAndTime(typed));
}
