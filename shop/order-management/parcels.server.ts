import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { lineOfBrokenQuote, separationOf } from "../import/text-of-file.ts";
import type { Paise } from "../money.ts";
import { type AdvanceMoney, amountDue, waitsForAdvance } from "../orders/amount-due.ts";
import { transitionPrompt } from "../orders/order-steps.ts";
import { type OrderStatus, waitsInShop } from "../orders/orders.ts";
import { readAwb } from "../orders/parcels.ts";
import { type Courier, courierNamed } from "../settings/couriers.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { cleanLine } from "../text/clean-text.ts";
import { isSameCourier, placesOfAwbs } from "./awbs.server.ts";
import { type ListedOrder, listedOrders } from "./lists/list-orders.server.ts";
import { type NotSet, setOrderStatus } from "./set-status.server.ts";

/** The limit of orders that are sent together. */
export const maxParcels = 100;

/** These orders in the order of the ids, each once. In: at most `maxParcels` ids; unknown ones are left out. */
export async function ordersToShip({ db }: { db: Db }, ids: readonly string[]): Promise<ListedOrder[]> {
  const wanted = [...new Set(ids)].slice(0, maxParcels);
  const found = new Map((await listedOrders({ db }, wanted)).map((order) => [order.id, order]));
  return wanted.flatMap((id) => found.get(id) ?? []);
}

/** Whether an order still waits in the shop. One that has left, or was cancelled, is changed on its own page. */
export function canShip({ status }: Pick<ListedOrder, "status">): boolean {
  return waitsInShop({ status });
}

/**
 * What couriers are to collect, in paise: what is due of an order that is paid on delivery. One that is sent without its
 * advance gives the advance up (`changeOrderStatus`), so all of it.
 */
export function amountToCollect(order: AdvanceMoney): Paise {
  return order.method === "online" && !waitsForAdvance(order) ? 0 : amountDue(order);
}

export type PastedParcel = { id: string; awb: string; courier: string };
export type PasteFault = {
  line: number;
  why: "no-awb-column" | "no-order" | "order-twice" | "too-many" | "unknown-courier" | "not-csv";
  /** What stands there. */
  text: string;
};

const orderHeads = ["order", "order id", "order no", "order number", "order no.", "order_id", "reference"];
const awbHeads = ["awb", "awb number", "awb no", "awb no.", "tracking number", "waybill", "waybill number"];
const courierHeads = ["courier", "courier name", "carrier"];

/**
 * Reads what was pasted: a column of AWBs, of which each line belongs to the order in the same place and a blank line
 * leaves its order empty; or rows with order number, AWB and courier, separated by commas, semicolons or tabs; both with
 * or without a heading. In: the text, the orders to be sent as listed, the couriers. Out: the parcels, or what is wrong by
 * line, and then nothing else.
 */
export function readPastedParcels(
  text: string,
  orders: readonly { id: string }[],
  couriers: readonly Courier[],
): { ok: true; parcels: PastedParcel[] } | { ok: false; faults: PasteFault[] } {
  const read = linesOf(text);
  if (!read.ok) return { ok: false, faults: [read.fault] };
  const { lines } = read;
  const heading = lines[0]?.cells.map((cell) => cell.toLowerCase()) ?? [];
  const isHeaded = heading.some((cell) => [...orderHeads, ...awbHeads, ...courierHeads].includes(cell));
  const place = (names: string[]) => heading.findIndex((cell) => names.includes(cell));
  const isTable = lines.some(({ cells }) => cells.length > 1);
  // Every AWB has a digit, so a first line without one is the heading of the column.
  const isTitled = !isHeaded && !isTable && /^[^\d]+$/.test(heading[0] ?? "");
  const at = isHeaded
    ? { order: place(orderHeads), awb: place(awbHeads), courier: place(courierHeads) }
    : isTable
      ? { order: 0, awb: 1, courier: 2 }
      : { order: -1, awb: 0, courier: -1 };
  if (at.awb < 0) return { ok: false, faults: [{ line: 1, why: "no-awb-column", text: heading.join(", ") }] };
  const faults: PasteFault[] = [];
  const parcels = new Map<string, PastedParcel>();
  for (const [row, { line, cells }] of lines.slice(isHeaded || isTitled ? 1 : 0).entries()) {
    const awb = readAwb(cells[at.awb] ?? "");
    const named = cells[at.courier] ?? "";
    const courier = courierNamed(couriers, named)?.name ?? "";
    if (awb === "" && cells.every((cell) => cell === "")) continue;
    const number = cells[at.order] ?? "";
    const order = at.order < 0 ? orders[row] : orderNumbered(orders, number);
    if (!order) faults.push({ line, why: at.order < 0 ? "too-many" : "no-order", text: number || awb });
    else if (parcels.has(order.id)) faults.push({ line, why: "order-twice", text: number });
    else if (named && !courier) faults.push({ line, why: "unknown-courier", text: named });
    else parcels.set(order.id, { id: order.id, awb, courier });
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, parcels: [...parcels.values()] };
}

type Line = { line: number; cells: string[] };

/** The lines of a text with their numbers, without the blank ones at its end. */
function linesOf(text: string): { ok: true; lines: Line[] } | { ok: false; fault: PasteFault } {
  try {
    const rows = z.array(z.array(z.string())).parse(
      parse(text.trimEnd(), {
        bom: true,
        delimiter: [",", ";", "\t"],
        record_delimiter: ["\r\n", "\n", "\r"],
        relax_column_count: true,
        trim: true,
      }),
    );
    return {
      ok: true,
      lines: rows.map((cells, index) => ({ line: index + 1, cells: cells.map(cleanLine) })),
    };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = lineOfBrokenQuote([text], separationOf(text).separator) ?? 1;
    return { ok: false, fault: { line, why: "not-csv", text: "" } };
  }
}

/** The order that a number names: its first eight characters, or more of them, with or without "#". */
function orderNumbered<Row extends { id: string }>(orders: readonly Row[], number: string): Row | undefined {
  const wanted = number.replace(/^#/, "").toLowerCase();
  const fitting = wanted.length < 8 ? [] : orders.filter(({ id }) => id.startsWith(wanted));
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** One row of the table. `seen`: the status that was shown; `courier`: empty for none. */
export type TypedParcel = { id: string; seen: OrderStatus; awb: string; courier: string; reason: string };

export type ParcelFault = {
  id: string;
  /** Its place in the table, from 1. */
  row: number;
  field: "awb" | "courier" | "reason";
  why:
    | "awb-missing"
    | "awb-wrong"
    | "awb-twice"
    | "awb-used"
    | "courier-missing"
    | "reason-needed"
    | "changed-meanwhile";
  /** The number of the other order. */
  other?: string;
};

/**
 * Letters, at least one digit, and what couriers put between them. A spreadsheet's 1.23E+11 is no number of a parcel, nor
 * is the heading of its column.
 */
const awbFormat = /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9/_-]{3,39}$/;

/**
 * Checks parcels before any of them is sent: each has an AWB that nobody else has and a courier, its order still waits
 * as it was shown, and an order that is unpaid, without a GST rate or refunded has a reason, as on its own page
 * (`transitionPrompt`). In: the rows to be sent; `orders` as listed now.
 */
export async function checkParcels(
  ports: Pick<Services, "db">,
  parcels: readonly TypedParcel[],
  orders: readonly ListedOrder[],
): Promise<ParcelFault[]> {
  const [{ couriers }, used] = await Promise.all([
    shopSettings(ports),
    placesOfAwbs(
      ports.db,
      parcels.map(({ awb }) => awb).filter((awb) => awb !== ""),
    ),
  ]);
  const byAwb = Map.groupBy(parcels, ({ awb }) => awb.toUpperCase());
  return parcels.flatMap((parcel) => {
    const order = orders.find(({ id }) => id === parcel.id);
    const row = orders.findIndex(({ id }) => id === parcel.id) + 1;
    const fault = (field: ParcelFault["field"], why: ParcelFault["why"], other?: string): ParcelFault => ({
      id: parcel.id,
      row,
      field,
      why,
      ...(other && { other }),
    });
    if (!order || order.status !== parcel.seen || !canShip(order)) return [fault("awb", "changed-meanwhile")];
    const faults: ParcelFault[] = [];
    const key = parcel.awb.toUpperCase();
    const twin = byAwb.get(key)?.find(({ id }) => id !== parcel.id);
    const other = used.find(
      (one) =>
        one.awb === key &&
        isSameCourier(one.courier, parcel.courier) &&
        (one.orderId !== order.id || one.of !== "parcel"),
    );
    if (parcel.awb === "") faults.push(fault("awb", "awb-missing"));
    else if (!awbFormat.test(parcel.awb)) faults.push(fault("awb", "awb-wrong"));
    else if (twin) faults.push(fault("awb", "awb-twice", twin.id));
    else if (other) faults.push(fault("awb", "awb-used", other.orderId));
    const isItsOwn =
      parcel.courier !== "" && parcel.courier === order.courier && parcel.awb === order.trackingNumber;
    if (couriers.length > 0 && !courierNamed(couriers, parcel.courier) && !isItsOwn)
      faults.push(fault("courier", "courier-missing"));
    if (transitionPrompt(order, "shipped") && parcel.reason.trim() === "")
      faults.push(fault("reason", "reason-needed"));
    return faults;
  });
}

/**
 * Sends parcels that `checkParcels` has found right, each in a transaction of its own, so that one that is refused,
 * because somebody else was faster, does not hold up the others. Out: which were sent, and why the others were not.
 */
export async function shipParcels(
  ports: Pick<Services, "db" | "mail" | "jobs" | "clock" | "site">,
  actor: Actor,
  parcels: readonly TypedParcel[],
): Promise<{ shipped: string[]; refused: NotSet[] }> {
  const shipped: string[] = [];
  const refused: NotSet[] = [];
  for (const { id, seen, awb, courier, reason } of parcels.slice(0, maxParcels)) {
    const set = await setOrderStatus(ports, actor, id, {
      to: "shipped",
      seen,
      reason,
      parcel: { courier, trackingNumber: awb, trackingLink: null },
      isNewParcel: true,
    });
    if (set.ok) shipped.push(id);
    else refused.push({ id, why: set.refused, ...(set.other && { other: set.other }) });
  }
  return { shipped, refused };
}
