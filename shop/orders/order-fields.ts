import type { DeliveryAddress, Order } from "./orders.ts";
import type { OrderRow, ParcelRow } from "./tables.server.ts";

/** The free-text columns of an order. */
type OrderColumn = {
  [Name in keyof OrderRow]: string extends OrderRow[Name] | null ? Name : never;
}[Exclude<keyof OrderRow, "id" | "userId">];
/** The free-text columns of its parcels. */
type ParcelColumn = "courier" | "trackingNumber" | "trackingLink";
export type OrderText = OrderColumn | ParcelColumn;

/** Who is shown an order: the pages, documents and messages that have a declared part of it. */
export const orderReaders = [
  "my-orders",
  "confirmation",
  "tracking",
  "email",
  "whatsapp",
  "download",
  "staff",
  "slip",
  "invoice",
] as const;
export type OrderReader = (typeof orderReaders)[number];

const everybody = orderReaders;
const notEmailed = [
  "my-orders",
  "confirmation",
  "tracking",
  "whatsapp",
  "download",
  "staff",
  "slip",
] as const;
const businessReaders = ["confirmation", "download", "staff", "invoice"] as const;
const parcelReaders = ["my-orders", "tracking", "email", "download", "staff"] as const;

/** What deleting the account does with a text: the value that it gets, or why it is kept. */
type Erasure<Value> = { erasedTo: Value } | { kept: "tax-record" | "place-of-supply" };

/**
 * A text of an order: its block, who is shown it, and its erasure. The blocks have fixed places; "words" are shown as
 * paragraphs of their own. An invoice is a stored document without words.
 */
type TextField<Value> = Erasure<Value> &
  (
    | {
        block: "person" | "street" | "place" | "contact" | "business" | "totals" | "parcel";
        shownTo: readonly OrderReader[];
      }
    | {
        block: "words";
        shownTo: readonly Exclude<OrderReader, "invoice">[];
        label: string;
        from: "customer" | "shop";
      }
  );

/**
 * The texts of an order, the only place that says who is shown them and what erasure does. A column without an entry
 * does not compile; readers take their fields from here by `textsFor`, `wordsFor` and `streetLines`.
 * test/http/orders/order-fields.test.ts reads every page, document and message, so that a new text is neither missing
 * nor shown by accident. The order is that of an address in a fingerprint (`addressPayload`).
 */
export const orderTexts = {
  name: { block: "person", shownTo: everybody, erasedTo: "Deleted customer" },
  phone: { block: "person", shownTo: notEmailed, erasedTo: "" },
  line1: { block: "street", shownTo: everybody, erasedTo: "" },
  line2: { block: "street", shownTo: everybody, erasedTo: "" },
  city: { block: "place", shownTo: everybody, kept: "place-of-supply" },
  state: { block: "place", shownTo: everybody, kept: "place-of-supply" },
  postalCode: { block: "place", shownTo: everybody, kept: "place-of-supply" },
  country: { block: "place", shownTo: [...notEmailed, "invoice"], kept: "place-of-supply" },
  email: { block: "contact", shownTo: ["confirmation", "whatsapp", "download", "staff"], erasedTo: "" },
  companyName: { block: "business", shownTo: businessReaders, kept: "tax-record" },
  buyerGstin: { block: "business", shownTo: businessReaders, kept: "tax-record" },
  couponCode: {
    block: "totals",
    shownTo: ["confirmation", "tracking", "email", "download", "staff"],
    kept: "tax-record",
  },
  courier: { block: "parcel", shownTo: parcelReaders, kept: "tax-record" },
  trackingNumber: { block: "parcel", shownTo: parcelReaders, erasedTo: null },
  trackingLink: { block: "parcel", shownTo: parcelReaders, erasedTo: null },
  note: {
    block: "words",
    shownTo: ["my-orders", "tracking", "download", "staff"],
    label: "Note to the customer",
    from: "shop",
    erasedTo: null,
  },
} as const satisfies { [Name in OrderText]: TextField<(OrderRow & ParcelRow)[Name]> };

type Texts = typeof orderTexts;
type InBlock<Block> = { [Name in OrderText]: Texts[Name]["block"] extends Block ? Name : never }[OrderText];

/** The fields of a delivery address. */
export type AddressField = InBlock<"person" | "street" | "place">;
type Word = InBlock<"words">;
type TextFor<Reader> = {
  [Name in OrderText]: Reader extends Texts[Name]["shownTo"][number] ? Name : never;
}[OrderText];

/** An order's texts for these readers, with those of the address as one value. */
export type TextsFor<Reader extends OrderReader> = Pick<Order, Exclude<TextFor<Reader>, AddressField>> & {
  address: Pick<DeliveryAddress, Extract<TextFor<Reader>, AddressField>>;
};

/** The shop's words (`from`) stand without their label where customers read them. */
export type OrderWord = { label: string; from: "customer" | "shop"; text: string };

export const textNames = Object.keys(orderTexts).filter(isText);
const addressFields = textNames.filter(isOfAddress);
const streetFields = textNames.filter(isStreet);
const words = textNames.filter(isWord);

function isText(name: string): name is OrderText {
  return name in orderTexts;
}

function isOfAddress(name: OrderText): name is AddressField {
  const { block } = orderTexts[name];
  return block === "person" || block === "street" || block === "place";
}

function isStreet(name: OrderText): name is InBlock<"street"> {
  return orderTexts[name].block === "street";
}

function isWord(name: OrderText): name is Word {
  return orderTexts[name].block === "words";
}

/** Whether a text is shown to a reader. */
export function isShownTo(name: OrderText, reader: OrderReader): boolean {
  return orderTexts[name].shownTo.some((one) => one === reader);
}

/** An order's texts for these readers. Other texts are not in it, so that a page cannot send them by accident. */
export function textsFor<Reader extends OrderReader>(order: Order, ...readers: Reader[]): TextsFor<Reader>;
export function textsFor(order: Order, ...readers: OrderReader[]): object {
  const shown = (value: object) =>
    Object.fromEntries(
      Object.entries(value).filter(
        ([name]) => isText(name) && readers.some((reader) => isShownTo(name, reader)),
      ),
    );
  return { ...shown(order), address: shown(order.address) };
}

/** An order's words for a reader, without empty ones; `label` names them. */
export function wordsFor<Reader extends OrderReader>(
  order: Pick<Order, Extract<Word, TextFor<Reader>>>,
  reader: Reader,
): OrderWord[];
export function wordsFor(order: Partial<Pick<Order, Word>>, reader: OrderReader): OrderWord[] {
  return words.flatMap((name) => {
    const text = order[name];
    const { label, from } = orderTexts[name];
    return text && isShownTo(name, reader) ? [{ label, from, text }] : [];
  });
}

/** The lines of an address between the name and the place, without empty ones. */
export function streetLines(address: Pick<DeliveryAddress, InBlock<"street">>): string[] {
  return streetFields.map((name) => address[name]).filter(Boolean);
}

/** The address of a row as one value, field by field in the declared order; the other columns as they are. */
export function withAddress<Row extends DeliveryAddress>(
  row: Row,
): Omit<Row, AddressField> & { address: DeliveryAddress };
export function withAddress(row: DeliveryAddress): object {
  const own = Object.entries(row).filter(([name]) => !(isText(name) && isOfAddress(name)));
  return { ...Object.fromEntries(own), address: addressOf(row) };
}

/** The fields of an address and no others, in the declared order. */
export function addressOf(address: DeliveryAddress): DeliveryAddress;
export function addressOf(address: DeliveryAddress): object {
  return Object.fromEntries(addressFields.map((name) => [name, address[name]]));
}

/** What the erased texts of an order and of its parcels become when the account is deleted. */
export function erasedTexts(of: "order"): Partial<Pick<OrderRow, OrderColumn>>;
export function erasedTexts(of: "parcel"): Partial<Pick<ParcelRow, ParcelColumn>>;
export function erasedTexts(of: "order" | "parcel"): object {
  return Object.fromEntries(
    textNames.flatMap((name) => {
      const text = orderTexts[name];
      return "erasedTo" in text && (text.block === "parcel") === (of === "parcel")
        ? [[name, text.erasedTo]]
        : [];
    }),
  );
}
