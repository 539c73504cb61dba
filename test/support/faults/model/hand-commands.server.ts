import fc from "fast-check";
import { expect } from "vitest";
import { emptyDraft } from "../../../../shop/draft-orders/draft.ts";
import { deleteDraft, draftOf, saveDraft } from "../../../../shop/draft-orders/drafts.server.ts";
import { placeDraft } from "../../../../shop/draft-orders/place-draft.server.ts";
import { applyOrderEdit, beginOrderEdit } from "../../../../shop/order-management/edit-order.server.ts";
import { recordOutsidePayment } from "../../../../shop/payments/outside-payment.server.ts";
import { startPaymentByLink } from "../../../../shop/payments/start-payment.server.ts";
import { anAddress } from "../../orders.server.ts";
import {
  at,
  comes,
  due,
  dueNow,
  isAway,
  type ModelOrder,
  methodAfter,
  newOrder,
  paymentOf,
  tooMuchGoesBack,
} from "./model-order.ts";
import {
  about,
  type Command,
  command,
  free,
  ifStocked,
  prices,
  twentyOff,
  worthOf,
} from "./shop-model.server.ts";

const discountOf = (percentOff: number) =>
  percentOff > 0 ? { kind: "percent" as const, value: percentOff, max: null } : null;

/** Staff enter an order for the buyer: on delivery, or paid outside of the shop. */
const enter = (pieces: number[], payment: "cod" | "outside", percentOff: number) =>
  command(
    `enter ${pieces.join()} ${payment}, ${percentOff} % off`,
    async (model, { shop, buyer, admin, shirts }) => {
      const { country: _, ...address } = anAddress;
      const lines = shirts.flatMap(({ variantId }, shirt) =>
        at(pieces, shirt) > 0 ? [{ variantId, quantity: at(pieces, shirt), unit: null }] : [],
      );
      const discount = discountOf(percentOff);
      const content = { ...emptyDraft, ...address, lines, payment, outsideReference: "UTR 1", discount };
      content.discountReason = "a test";
      const asked = { id: null, version: 0, content, userId: buyer.id };
      const saved = await saveDraft(shop.services, admin, asked);
      if (!saved.ok) throw new Error(saved.refused);
      const placed = await placeDraft(shop.services, admin, saved.value);
      expect(placed.ok).toBe(pieces.every((wanted, shirt) => wanted <= free(model, shirt)));
      if (!placed.ok) return;
      const total = worthOf({ percentOff }, pieces);
      const method = payment === "cod" ? "cod" : "online";
      const made = newOrder(placed.value.orderId, pieces, { total, method, percentOff });
      if (payment === "outside") {
        made.reserved = false;
        comes(made, "outside", total);
      }
      model.orders.push(made);
    },
  );

/** What can be paid by whoever has the link: also an order to be paid on delivery, until it is sent. */
const payableByLink = (known: ModelOrder) =>
  ["pending", "failed"].includes(paymentOf(known)) &&
  due(known) > 0 &&
  (known.method === "online" || !isAway(known));

/** Somebody with a link begins to pay what is due. */
const beginByLink = (turn: number) =>
  about("begin to pay by a link", turn, async (known, model, { shop }) => {
    const back = { origin: "http://shop.test", returnUrl: "http://shop.test/pay/token" };
    const begun = await startPaymentByLink(shop.services, known.id, back);
    const before = known.reserved;
    const fits = payableByLink(known) && ifStocked(model, known, { reserved: true });
    if (!fits) known.reserved = before;
    expect(begun.ok ? null : begun.refused).toBe(
      !payableByLink(known) ? "not-payable" : fits ? null : "out-of-stock",
    );
    if (!begun.ok) return;
    known.gatewayId = begun.value.gatewayOrderId;
    known.asked = dueNow(known);
    known.failed = false;
  });

/** Staff record that what is due came outside of the shop. */
const recordOutside = (turn: number) =>
  about("record an outside payment", turn, async (known, model, { shop, admin }) => {
    const came = { due: dueNow(known), way: "cash", reference: "" };
    const recorded = await recordOutsidePayment(shop.services, admin, known.id, came);
    const payable = payableByLink(known);
    const method = methodAfter(known, came.due);
    const paid = { payments: [{ by: "outside" as const, amount: 1, left: 1 }], method };
    const { payments } = known;
    const fits = payable && ifStocked(model, known, paid);
    known.payments = payments;
    expect(recorded.ok ? null : recorded.refused).toBe(
      !payable ? "not-payable" : fits ? null : "out-of-stock",
    );
    if (!fits) return;
    comes(known, "outside", came.due);
    known.gatewayId = null;
  });

/**
 * Staff give an order that was not sent another number of pieces of one shirt, and another discount: a percentage; null
 * keeps how the order's was made.
 */
const edit = (turn: number, shirt: number, pieces: number, off: number | null) =>
  about(
    `change to ${pieces} of ${shirt}${off === null ? "" : `, ${off} % off`}`,
    turn,
    async (known, model, { shop, admin, shirts }) => {
      const wasSent = known.invoiced !== null || known.parcels.length > 0;
      const isPlain =
        ["pending", "failed", "completed"].includes(paymentOf(known)) && known.back + known.twice === 0;
      const begun = await beginOrderEdit(shop.services, admin, known.id);
      expect(begun.ok).toBe(known.status !== "cancelled" && !wasSent && isPlain);
      if (!begun.ok) return;
      const next = known.pieces.map((now, which) => (which === shirt ? pieces : now));
      const draft = await draftOf(shop.services, begun.value.draftId);
      if (!draft) throw new Error("no draft");
      const lines = shirts.flatMap(({ variantId }, which) =>
        at(next, which) > 0 ? [{ variantId, quantity: at(next, which), unit: at(prices, which) }] : [],
      );
      const other = off === null ? {} : { discount: discountOf(off), discountReason: "a test" };
      const content = { ...draft.content, lines, ...other };
      const saved = await saveDraft(shop.services, admin, { ...draft, content });
      if (!saved.ok) throw new Error(saved.refused);
      const { id: draftId, version } = saved.value;
      const applied = await applyOrderEdit(shop.services, admin, { draftId, version });
      const percentOff = off ?? known.percentOff;
      const total = worthOf({ percentOff }, next);
      const isSome = next.some((wanted) => wanted > 0);
      const isThere = next.every((wanted, which) => wanted <= free(model, which) + at(known.pieces, which));
      const isOther = pieces !== at(known.pieces, shirt) || total !== known.total;
      const may = isSome && isThere && isOther;
      const fits = may && ifStocked(model, known, { pieces: next });
      expect(applied.ok).toBe(fits);
      // A later change would begin with what was typed here.
      if (!fits) {
        await deleteDraft(shop.services, admin, draftId);
        return;
      }
      const before = dueNow(known);
      known.total = total;
      known.percentOff = percentOff;
      if (dueNow(known) !== before) known.gatewayId = null;
      tooMuchGoesBack(known, known.received - total);
    },
  );

export const handCommands = (
  turn: fc.Arbitrary<number>,
  shirt: fc.Arbitrary<number>,
): fc.Arbitrary<Command>[] => [
  fc
    .tuple(
      fc.integer({ min: 0, max: 2 }),
      fc.integer({ min: 1, max: 2 }),
      fc.constantFrom<"cod" | "outside">("cod", "outside"),
      fc.constantFrom(0, twentyOff.percent),
    )
    .map(([one, other, payment, off]) => enter([one, other], payment, off)),
  fc
    .tuple(turn, shirt, fc.integer({ min: 0, max: 3 }))
    .map(([which, of, pieces]) => edit(which, of, pieces, null)),
  fc
    .tuple(
      turn,
      shirt,
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom(null, null, null, 0, twentyOff.percent),
    )
    .map(([which, of, pieces, off]) => edit(which, of, pieces, off)),
  turn.map(beginByLink),
  turn.map(recordOutside),
];
