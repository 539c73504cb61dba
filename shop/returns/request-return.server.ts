import { randomUUID } from "node:crypto";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { consumeAttempt } from "../../platform/limits/limits.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import { type Actor, can } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import type { CleanPicture, PictureRefusal } from "../catalogue/pictures/save-picture.server.ts";
import { commitStock, type StockRequest } from "../catalogue/stock.server.ts";
import { notifyCustomer, readMailContext } from "../orders/order-notifications.server.ts";
import { type Order, shortId } from "../orders/orders.ts";
import { lockOrder, orderOf } from "../orders/read-orders.server.ts";
import { recordEvent } from "../orders/record-event.server.ts";
import { maxItemsLength } from "../orders/remarks/remark.ts";
import { type ReturnReason, reasonLabels } from "../orders/remarks/return-reasons.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { cleanLines } from "../text/clean-text.ts";
import { cleanPhotos, deletePhotos, savePhotos } from "./photos.server.ts";
import { returnOf, returnOfForm } from "./read-returns.server.ts";
import {
  type ExchangeOption,
  exchangeOptions,
  returnableQuantities,
  returnWindow,
} from "./returnable-quantity.server.ts";
import { maxAnswerLength, maxPhotos, type ReturnKind, type ReturnRequest, returnSummary } from "./returns.ts";
import { returnLine, returnPhoto, returnRequest } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site" | "storage">;

/** `exchangeVariantId`: the replacement, for an exchange. */
export type ReturnLineInput = { lineId: string; quantity: number; exchangeVariantId?: string | null };

export type ReturnCommand = {
  /** Created when the form is shown, 8 to 64 characters: the same form sent twice is one request. */
  formKey: string;
  lines: ReturnLineInput[];
  kind: ReturnKind;
  reason: ReturnReason;
  /** At most 1,000 characters. */
  details: string;
  /** The uploaded files, at most four. */
  photos: Buffer[];
  /** Why staff take it back after the return window, at most 300 characters; a customer cannot. */
  lateReason?: string;
};

export type ReturnRefusal =
  | "not-found"
  | "not-allowed"
  | "not-delivered"
  | "too-late"
  | "late-reason-needed"
  | "too-many"
  | "nothing-chosen"
  | "no-such-exchange"
  | "price-differs"
  | "out-of-stock"
  | "too-often"
  | "too-many-photos"
  | PictureRefusal;

/** Encoding pictures is expensive, and a customer needs one or two requests. */
const tries = { most: 30, minutes: 60 };

/**
 * Requests a return or an exchange (docs/domain.md, "Returns"): a customer for an own order within the return window,
 * staff with `orders.edit` for any order, also without an account, at any time (audited). An exchange commits the
 * replacement at once. Refused: 'not-found' (also somebody else's order), 'not-allowed' to staff without the permission,
 * 'not-delivered', 'too-late' by the database's clock, 'late-reason-needed' when staff say no reason for that,
 * 'too-many' for more units than are left, 'nothing-chosen', 'no-such-exchange' for a variant of another product,
 * 'price-differs', 'out-of-stock', 'too-often' to customers, and refusals of photos. A refused request leaves nothing
 * behind.
 */
export async function requestReturn(
  ports: Ports,
  actor: Actor,
  orderId: string,
  command: ReturnCommand,
): Promise<Done<ReturnRequest> | Refused<ReturnRefusal>> {
  if (actor.kind !== "customer" && !can(actor, "orders.edit")) return refused("not-allowed");
  const order = await orderOf(ports, orderId, ownerOf(actor));
  if (!order?.placedAt) return refused("not-found");
  const before = await returnOfForm(ports, order.id, command.formKey);
  if (before) return done(before);
  const { policy } = await shopSettings(ports);
  // Checked before any picture is decoded, and again with the order locked.
  const early = await checkCommand(ports.db, actor, order, command, policy.returnDays);
  if (!early.ok) return early;
  if (
    actor.kind === "customer" &&
    !(await consumeAttempt(ports, [{ what: "return:account", who: actor.id, ...tries }]))
  )
    return refused("too-often");
  const photos = await cleanPhotos(ports, command.photos);
  if (!photos.ok) return photos;
  const id = randomUUID();
  let stored = false;
  try {
    await savePhotos(ports, id, photos.value);
    const written = await write(ports, actor, order.id, id, command, photos.value, policy.returnDays);
    stored = written.ok && written.value.id === id;
    return written;
  } finally {
    if (!stored) await deletePhotos(ports, id, photos.value);
  }
}

/** The account that the order must belong to; undefined for staff, who enter returns for everybody. */
const ownerOf = (actor: Actor) => (actor.kind === "customer" ? actor.id : undefined);

async function write(
  ports: Ports,
  actor: Actor,
  orderId: string,
  id: string,
  command: ReturnCommand,
  photos: CleanPicture[],
  returnDays: number,
): Promise<Done<ReturnRequest> | Refused<ReturnRefusal>> {
  const mailContext = await readMailContext(ports);
  return inTransaction(ports.db, async (tx) => {
    const order = await lockOrder(tx, orderId, ownerOf(actor));
    if (!order) return refused("not-found");
    const before = await returnOfForm({ db: tx }, order.id, command.formKey);
    if (before) return done(before);
    const checked = await checkCommand(tx, actor, order, command, returnDays);
    if (!checked.ok) return checked;
    const { lateReason } = checked.value;
    let wanted: Map<string, ExchangeOption> = new Map();
    if (command.kind === "exchange") {
      const chosen = chooseExchanges(await exchangeOptions(tx, ports.clock.now(), order), command.lines);
      if (!chosen.ok) return chosen;
      wanted = chosen.value;
      const reason = { actor, code: "exchange" as const };
      const taken = await commitStock(tx, id, quantityOf(command.lines, wanted), reason);
      if (!taken.ok) return refused("out-of-stock");
    }
    await insert(tx, id, order, command, wanted, photos);
    const made = await returnOf({ db: tx }, id);
    if (!made) throw new Error("no request was written");
    const items = returnSummary(made.lines);
    await recordEvent(tx, order.id, {
      kind: "return",
      actor,
      to: "requested",
      remark: { code: "return-requested", kind: command.kind, items: cutText(items, maxItemsLength) },
      note: lateReason,
    });
    if (actor.kind !== "customer")
      await recordAction(tx, {
        actor,
        action: "return.enter",
        subject: { kind: "order", id: order.id, name: `Order ${shortId(order.id)}` },
        after: {
          return: id,
          kind: command.kind,
          reason: reasonLabels[command.reason],
          ...(lateReason && { lateReason }),
        },
      });
    await notifyCustomer(ports, tx, mailContext, order, "return-requested", { kind: command.kind, items });
    return done(made);
  });
}

/** Whether this actor may request it of this order. Out: the reason to go beyond the return window, null within it. */
async function checkCommand(
  db: Db,
  actor: Actor,
  order: Order,
  { lines, photos, lateReason: typed = "" }: ReturnCommand,
  returnDays: number,
): Promise<
  | Done<{ lateReason: string | null }>
  | Refused<
      "not-delivered" | "too-late" | "late-reason-needed" | "nothing-chosen" | "too-many" | "too-many-photos"
    >
> {
  const window = await returnWindow(db, order.id, returnDays);
  if (!window) return refused("not-delivered");
  if (!window.open && actor.kind === "customer") return refused("too-late");
  const lateReason = window.open ? null : cutText(cleanLines(typed), maxAnswerLength);
  if (lateReason === "") return refused("late-reason-needed");
  if (lines.length === 0) return refused("nothing-chosen");
  if (photos.length > maxPhotos) return refused("too-many-photos");
  const left = await returnableQuantities(db, order.id);
  const named = new Set(lines.map(({ lineId }) => lineId));
  const tooMany = lines.some(
    ({ lineId, quantity }) =>
      !Number.isSafeInteger(quantity) || quantity < 1 || quantity > (left.get(lineId) ?? 0),
  );
  return tooMany || named.size < lines.length ? refused("too-many") : done({ lateReason });
}

function chooseExchanges(
  possible: ExchangeOption[],
  lines: ReturnLineInput[],
): Done<Map<string, ExchangeOption>> | Refused<"no-such-exchange" | "price-differs"> {
  const wanted = new Map<string, ExchangeOption>();
  for (const { lineId, exchangeVariantId } of lines) {
    const found = possible.find((one) => one.lineId === lineId && one.variantId === exchangeVariantId);
    if (!found) return refused("no-such-exchange");
    if (!found.samePrice) return refused("price-differs");
    wanted.set(lineId, found);
  }
  return done(wanted);
}

/** Two lines may want the same variant: their quantities are added. */
function quantityOf(lines: ReturnLineInput[], wanted: Map<string, ExchangeOption>): StockRequest[] {
  const units = new Map<string, number>();
  for (const { lineId, quantity } of lines) {
    const { variantId } = wanted.get(lineId) ?? {};
    if (variantId) units.set(variantId, (units.get(variantId) ?? 0) + quantity);
  }
  return [...units].map(([variantId, quantity]) => ({ variantId, quantity }));
}

async function insert(
  tx: Db,
  id: string,
  order: Order,
  { formKey, kind, reason, details, lines }: ReturnCommand,
  wanted: Map<string, ExchangeOption>,
  photos: CleanPicture[],
) {
  await tx.insert(returnRequest).values({ id, orderId: order.id, formKey, kind, reason, details });
  await tx.insert(returnLine).values(
    lines.map(({ lineId, quantity }) => {
      const { variantId, size, colour } = wanted.get(lineId) ?? {};
      const exchange = { exchangeVariantId: variantId, exchangeSize: size, exchangeColour: colour };
      return { returnId: id, orderLineId: lineId, quantity, ...exchange };
    }),
  );
  if (photos.length > 0)
    await tx
      .insert(returnPhoto)
      .values(
        photos.map(({ key, width, height }, position) => ({ returnId: id, position, key, width, height })),
      );
}
