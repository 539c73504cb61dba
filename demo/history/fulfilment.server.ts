import { addNote } from "../../shop/order-management/notes-and-emails.server.ts";
import { type StatusCommand, setOrderStatus } from "../../shop/order-management/set-status.server.ts";
import { cancelOrder } from "../../shop/orders/change-order.server.ts";
import { planAfterDelivery } from "./after-delivery.server.ts";
import type { Purchase } from "./buying.server.ts";
import { atWork, day, hour } from "./calendar.ts";
import type { End, Scenario } from "./order-scenarios.ts";
import { type OrderState, stateOf } from "./order-state.server.ts";
import type { PastShop } from "./past-shop.server.ts";

/** Plans the fulfilment of a placed order. */
export function planFulfilment(
  past: PastShop,
  purchase: Purchase,
  orderId: string,
  scenario: Scenario,
): void {
  const { at, random } = purchase;
  const { end } = scenario;
  const reach = (wanted: End) => path.indexOf(wanted) <= path.indexOf(furthest(end));
  const confirmed = atWork(at + random.whole(20, 240) * 60_000, random);
  const packed = atWork(confirmed + random.whole(2, 18) * hour, random);
  const shipped = atWork(packed + random.whole(3, 20) * hour, random);
  const delivered = atWork(shipped + random.whole(24, 76) * hour, random);
  if (end === "cancelled-by-customer")
    plan(past, at + random.whole(1, 20) * hour, () => cancelByCustomer(past, purchase, orderId));
  if (end === "cancelled-by-staff") {
    const why = random.pick(
      purchase.course === "unpaid" || purchase.course === "decline" ? neverPaid : noContact,
    );
    const when = atWork(at + (why === neverPaid[0] ? 3 * day : random.whole(5, 30) * hour), random);
    plan(past, when, () => set(past, purchase, orderId, { to: "cancelled", reason: why }));
  }
  const wantsConfirmation = purchase.course.startsWith("whatsapp") || random.chance(0.12);
  const isPackedFirst = end === "processing" || random.chance(0.22);
  if (reach("confirmed") && (wantsConfirmation || end === "confirmed"))
    plan(past, confirmed, () => set(past, purchase, orderId, { to: "confirmed" }));
  if (reach("processing") && isPackedFirst)
    plan(past, packed, () => set(past, purchase, orderId, { to: "processing" }));
  if (reach("shipped")) plan(past, shipped, () => send(past, purchase, orderId));
  if (end === "refused") plan(past, delivered + 2 * day, () => takeBackRefused(past, purchase, orderId));
  if (!reach("delivered")) return;
  plan(past, delivered, async () => {
    if (await set(past, purchase, orderId, { to: "delivered" }))
      planAfterDelivery(past, purchase, orderId, scenario.after, delivered);
  });
  if (end === "cancelled-after-delivery")
    plan(past, atWork(delivered + 3 * day, random), () => cancelDelivered(past, purchase, orderId));
}

const path: End[] = ["pending", "confirmed", "processing", "shipped", "delivered"];

function furthest(end: End): End {
  if (end === "refused") return "shipped";
  if (end === "cancelled-after-delivery") return "delivered";
  return path.includes(end) ? end : "pending";
}

const neverPaid = ["The payment did not come within three days."] as const;
const noContact = [
  "The customer asked us to cancel by phone.",
  "We could not reach the customer at this number.",
  "Ordered twice by mistake.",
  "We found a flaw in the last piece.",
] as const;
const refusedAtTheDoor = [
  "The parcel came back: refused at the door.",
  "The parcel came back: nobody was at home three times.",
  "The parcel came back: the address could not be found.",
] as const;
const couriers = [
  ["Demo Express", "DX"],
  ["Demo Surface", "DS"],
  ["Demo Air", "DA"],
] as const;

async function set(
  past: PastShop,
  purchase: Purchase,
  orderId: string,
  wish: Omit<StatusCommand, "seen">,
): Promise<boolean> {
  const order = await stateOf(past, orderId);
  // Staff do not ship unpaid orders, and skip orders cancelled meanwhile.
  if (!order || order.status === "cancelled") return false;
  if (order.method === "online" && !order.paid && wish.to !== "cancelled") return false;
  return past.act(() =>
    setOrderStatus(past.services, past.staffFor(purchase.key), orderId, { ...wish, seen: order.status }),
  );
}

async function send(past: PastShop, purchase: Purchase, orderId: string) {
  const { random, key } = purchase;
  const [courier, mark] = random.pick(couriers);
  const number = `${mark}${random.whole(10_000_000, 99_999_999)}`;
  const parcel = { courier, trackingNumber: number, trackingLink: `https://courier.example/track/${number}` };
  await set(past, purchase, orderId, { to: "shipped", parcel });
  if (!random.chance(0.06)) return;
  const text = random.pick([
    "Gift wrapped, no bill in the parcel.",
    "Customer asked for delivery after 5 pm.",
    "Left at the hostel office last time.",
  ]);
  await past.act(() =>
    addNote(past.services, past.staffFor(purchase.key), orderId, { key: `${key}-note`, text }),
  );
}

async function cancelByCustomer(past: PastShop, { customer, random }: Purchase, orderId: string) {
  const why = random.pick([
    "Found it at a lower price",
    "Ordered the wrong size",
    "Changed my mind",
    "Will not be in town",
  ]);
  await past.act(() => cancelOrder(past.services, orderId, customer, why));
}

/** An undelivered parcel returns (RTO); staff give a disposition for each unit. */
async function takeBackRefused(past: PastShop, purchase: Purchase, orderId: string) {
  const order = await stateOf(past, orderId);
  if (order?.status !== "shipped") return;
  const reason = purchase.random.pick(refusedAtTheDoor);
  await set(past, purchase, orderId, { to: "cancelled", reason, dispositions: outcomesOf(purchase, order) });
}

function outcomesOf({ random }: Purchase, { lines }: OrderState) {
  return lines.map(({ id, quantity }) => ({
    lineId: id,
    quantity,
    disposition: random.weighted([
      [86, "restocked"],
      [9, "damaged"],
      [5, "lost"],
    ] as const),
  }));
}

async function cancelDelivered(past: PastShop, purchase: Purchase, orderId: string) {
  const order = await stateOf(past, orderId);
  if (order?.status !== "delivered") return;
  const dispositions = order.lines.map(({ id, quantity }) => ({
    lineId: id,
    quantity,
    disposition: "restocked" as const,
  }));
  const reason = "Delivered to the wrong hostel and brought back unopened.";
  await set(past, purchase, orderId, { to: "cancelled", reason, dispositions });
}

function plan({ agenda }: PastShop, at: number, work: () => Promise<unknown>) {
  agenda.plan(at, work);
}
