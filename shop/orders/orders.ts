import type { RecordedActor } from "../access/actor.ts";
import type { Paise } from "../money.ts";
import type { AddressField } from "./order-fields.ts";
import { hasSent, isExpected, type OrderParcel } from "./parcels.ts";
import type { EventRow, LineRow, OrderRow } from "./tables.server.ts";

/** The statuses of section 4 of the specification, in the usual order; 'cancelled' is reached from any. */
export const orderStatuses = [
  "pending",
  "confirmed",
  "processing",
  "shipped",
  "delivered",
  "cancelled",
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const paymentStatuses = [
  "pending",
  "completed",
  "failed",
  "refund_pending",
  "refunded",
  "partly_refunded",
  "paid_late",
  "amount_mismatch",
  "duplicate",
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentMethods = ["cod", "online", "whatsapp"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/**
 * Where an order came from. All but 'web' are entered by staff. PostgreSQL checks the same list (orders.channel).
 */
export const orderChannels = ["web", "phone", "instagram", "whatsapp", "counter"] as const;
export type OrderChannel = (typeof orderChannels)[number];

export const channelLabels: Record<OrderChannel, string> = {
  web: "Online shop",
  phone: "Phone",
  instagram: "Instagram",
  whatsapp: "WhatsApp",
  counter: "Counter",
};

/** A cart order has the lines of a cart; a single order has one product. */
export const orderKinds = ["cart", "single"] as const;
export const orderEventKinds = ["status", "payment", "parcel", "note", "return", "edit"] as const;

/**
 * A line as it was sold: `unit` and `struck` are the prices of one, `discount` its share of the coupon, all in paise.
 */
export type OrderLine = LineRow;

/** A delivery address. `phone` as "+91XXXXXXXXXX". */
export type DeliveryAddress = Pick<OrderRow, AddressField>;

export type OrderEvent = Pick<EventRow, "at" | "kind" | "from" | "to" | "remark" | "note"> & {
  actor: RecordedActor;
};

/**
 * An order as its customer and staff see it: its columns, the address as one value, and its related rows. Money in
 * paise. `placedAt` is null while it is only prepared: created by 'Buy Now' and not confirmed by the customer.
 */
export type Order = Omit<OrderRow, AddressField | "updatedAt" | "refundedTotal"> & {
  address: DeliveryAddress;
  lines: OrderLine[];
  events: OrderEvent[];
  /** Refunded, or being refunded; without what went back because the order was changed and costs less. */
  refunded: Paise;
  /** What came and counts, online, outside or in cash, less what went back because it was more than is owed. */
  received: Paise;
  /** A payment that counts has arrived, also one for a part. Stays true after a refund. */
  hasPayment: boolean;
  /** All that is owed has arrived (`amountDue`). Stays true after a refund. */
  paid: boolean;
  /** Its parcels in their order, each with its units. */
  parcels: OrderParcel[];
  /** What the parcel that is sent next or was sent last says, for those that show one: `currentParcel`. */
  courier: string | null;
  trackingNumber: string | null;
  trackingLink: string | null;
  /** Of the total, what is not owed because these units came back, or were lost, before they were paid for. */
  notOwed: Paise;
  /** The bank has not decided about a payment, so the customer is not asked to pay again. */
  undecided: boolean;
};

export type PlacedOrder = Order & { placedAt: Date };

/** Whether an order is placed, not only prepared. */
export function isPlaced(order: Order): order is PlacedOrder {
  return order.placedAt !== null;
}

/** When each of the four tracking steps was last reached; null for a skipped or future one. */
export function stepTimes({ placedAt, events }: Pick<PlacedOrder, "placedAt" | "events">): (Date | null)[] {
  const reached = (status: OrderStatus) =>
    events.findLast(({ kind, to }) => kind === "status" && to === status)?.at ?? null;
  return [placedAt, reached("processing"), reached("shipped"), reached("delivered")];
}

/** "3f2a9c1e": the first eight characters of an order's id (specification, section 9). */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** The lowest and the highest id with this prefix; null for what cannot start an id. */
export function idPrefixRange(typed: string): { from: string; to: string } | null {
  const digits = typed.toLowerCase().replace(/^#/, "").replaceAll("-", "");
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return null;
  const whole = (filler: string) =>
    digits.padEnd(32, filler).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { from: whole("0"), to: whole("f") };
}

const usual: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["confirmed", "processing", "shipped", "delivered", "cancelled"],
  confirmed: ["processing", "shipped", "delivered", "cancelled"],
  processing: ["shipped", "delivered", "cancelled"],
  shipped: ["delivered"],
  delivered: [],
  cancelled: [],
};

/**
 * Whether a transition needs no reason. Staff may set any value (specification, section 4); going backwards, out of
 * 'cancelled', or cancelling a shipped order is unusual.
 */
export function isUsualTransition(from: OrderStatus, to: OrderStatus): boolean {
  return usual[from].includes(to);
}

/** Whether an order is still to be sent, or its last parcel is. */
export function waitsInShop({ status }: Pick<Order, "status">): boolean {
  return status === "pending" || status === "confirmed" || status === "processing";
}

/** Whether the shop waits for its customer's WhatsApp message to confirm it. */
export function waitsForChat({ method, status }: Pick<Order, "method" | "status">): boolean {
  return method === "whatsapp" && status === "pending";
}

/** A customer may cancel until its first parcel is sent (docs/domain.md, "Order status"). */
export function canCancel({ status, parcels }: Pick<Order, "status" | "parcels">): boolean {
  return waitsInShop({ status }) && !hasSent(parcels);
}

export const statusLabels: Record<OrderStatus, string> = {
  pending: "Pending",
  confirmed: "Confirmed",
  processing: "Processing",
  shipped: "Shipped",
  delivered: "Delivered",
  cancelled: "Cancelled",
};

/** The four steps of tracking (specification, section 4); 'confirmed' completes the first. */
export const trackingSteps = ["Order Placed", "Processing", "Shipped", "Delivered"] as const;

/** How many of the four steps are complete; 0 for a cancelled order, which shows a banner instead. */
export function completedSteps(status: OrderStatus): number {
  const done: Record<OrderStatus, number> = {
    pending: 1,
    confirmed: 1,
    processing: 2,
    shipped: 3,
    delivered: 4,
    cancelled: 0,
  };
  return done[status];
}

const day = 86_400_000;

type Promised = Pick<Order, "status" | "createdAt" | "deliveryDays" | "events">;
type Expected = Promised & Pick<Order, "paymentStatus"> & { parcels: readonly Pick<OrderParcel, "state">[] };

/**
 * Creation date plus 6 days, 4 if processing, 2 if shipped (specification, section 9); where other days were promised
 * (`deliveryDays`), two thirds and one third of those. An order that shipped later than that arrives a third after it
 * shipped (decision 15).
 */
function estimatedDelivery({ status, createdAt, deliveryDays, events }: Promised): Date {
  const third = Math.ceil(deliveryDays / 3);
  const days =
    status === "shipped" ? third : status === "processing" ? Math.ceil((2 * deliveryDays) / 3) : deliveryDays;
  const estimate = createdAt.getTime() + days * day;
  const shipped = events.findLast(({ kind, to }) => kind === "status" && to === "shipped")?.at.getTime();
  const isLate = status === "shipped" && shipped !== undefined && estimate < shipped;
  return new Date(isLate ? shipped + third * day : estimate);
}

/**
 * The estimated delivery, the one date for every screen and email; null once it was delivered or cancelled, and while
 * what was sent comes back. Nothing is sent either while a payment has failed.
 */
export function estimatedArrival(order: Expected): Date | null {
  const { status, paymentStatus, parcels } = order;
  if (status === "pending" && paymentStatus === "failed") return null;
  const comesBack = status === "shipped" && parcels.length > 0 && !parcels.some(isExpected);
  return status === "delivered" || status === "cancelled" || comesBack ? null : estimatedDelivery(order);
}

/** The same for an order placed now, with the days that are promised. */
export function estimatedArrivalOfNewOrder(now: Date, deliveryDays: number): Date {
  return estimatedDelivery({ status: "pending", createdAt: now, deliveryDays, events: [] });
}
