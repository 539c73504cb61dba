import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { emptyDraft } from "../../../shop/draft-orders/draft.ts";
import {
  deleteDraft,
  draftOf,
  duplicateToDraft,
  saveDraft,
} from "../../../shop/draft-orders/drafts.server.ts";
import { placeDraft } from "../../../shop/draft-orders/place-draft.server.ts";
import { postWaitingDocuments } from "../../../shop/invoices/post-documents.server.ts";
import { decideReturn } from "../../../shop/order-management/decide-return.server.ts";
import { applyOrderEdit, beginOrderEdit } from "../../../shop/order-management/edit-order.server.ts";
import { correctEmail, setTags } from "../../../shop/order-management/notes-and-emails.server.ts";
import {
  actOnParcel,
  changeCarrier,
  sendNewParcel,
  unpackParcel,
} from "../../../shop/order-management/parcel-acts.server.ts";
import {
  approveWaitingRefund,
  markPaidOut,
  refundLines,
  retryFailedRefund,
  showPayoutDetails,
} from "../../../shop/order-management/refund-lines.server.ts";
import { setManyStatuses, setOrderStatus } from "../../../shop/order-management/set-status.server.ts";
import { orderVersion } from "../../../shop/order-management/staff-action.server.ts";
import { undoStatus } from "../../../shop/order-management/undo-status.server.ts";
import { dueNow } from "../../../shop/orders/amount-due.ts";
import { cancelOrder } from "../../../shop/orders/change-order.server.ts";
import type { ParcelAct } from "../../../shop/orders/parcels.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { recordOutsidePayment } from "../../../shop/payments/outside-payment.server.ts";
import { payByLink, paymentLinkOf, sendPaymentLink } from "../../../shop/payments/payment-links.server.ts";
import { givePayoutDetails } from "../../../shop/payments/payout/payout-details.server.ts";
import { receiveWebhook } from "../../../shop/payments/webhooks.server.ts";
import { reportReturnSent, withdrawReturn } from "../../../shop/returns/customer-steps.server.ts";
import { requestReturn } from "../../../shop/returns/request-return.server.ts";
import { aStaffMember } from "../access/actors.ts";
import { aBuyer, anAddress, aReturnWish, inSize } from "../orders.server.ts";
import type { TestShop } from "../test-shop.server.ts";
import { aDeliveredReturn, type ConcurrentAction } from "./concurrent-actions.server.ts";

/** What staff do with orders by hand, with money and with returns, on the same records at the same time. */
export async function staffActions(shop: TestShop): Promise<Record<string, ConcurrentAction>> {
  const ports = shop.services;
  const { db } = ports;
  const admin = aStaffMember();
  const packer = { ...aStaffMember(), permissions: new Set(["orders.view", "orders.edit"] as const) };
  const buyer = await aBuyer(shop);
  const { shirt, other, delivered, lineId, returnId } = await aDeliveredReturn(shop, buyer, 30);
  const larger = await inSize(shop, shirt, "XL");
  const wish = { kind: "exchange" as const, reason: "too-small" as const };
  const swap = aReturnWish([{ lineId, quantity: 1, exchangeVariantId: larger.variantId }], wish);
  const exchanged = await requestReturn(ports, buyer, delivered.id, swap);
  const exchangeId = exchanged.ok ? exchanged.value.id : "";
  const { country: _, ...address } = anAddress;
  const draft = async (payment: "cod" | "outside" | "link", units = 1) => {
    const lines = [shirt, other].map(({ variantId }) => ({ variantId, quantity: units, unit: null }));
    const content = {
      ...emptyDraft,
      ...address,
      email: buyer.email,
      lines,
      payment,
      outsideReference: "UTR 1",
    };
    const saved = await saveDraft(ports, admin, { id: null, version: 0, content, userId: buyer.id });
    if (!saved.ok) throw new Error(saved.refused);
    return saved.value;
  };
  const placed = async (payment: "cod" | "outside" | "link") => {
    const order = await placeDraft(ports, admin, await draft(payment, 2));
    if (!order.ok) throw new Error("no draft placed");
    return order.value.orderId;
  };
  const open = await draft("cod");
  const linked = await placed("link");
  const cash = await placed("cod");
  const paid = await placed("outside");
  const begin = async (id: string, quantity: number) => {
    const begun = await beginOrderEdit(ports, admin, id);
    if (!begun.ok) return null;
    const found = await draftOf(ports, begun.value.draftId);
    if (!found) return null;
    const lines = found.content.lines.map((line) => ({ ...line, quantity }));
    const saved = await saveDraft(ports, admin, { ...found, content: { ...found.content, lines } });
    return saved.ok ? { draftId: saved.value.id, version: saved.value.version } : null;
  };
  const edits = new Map([
    [linked, await begin(linked, 3)],
    [cash, await begin(cash, 1)],
    [paid, await begin(paid, 1)],
  ]);
  const apply = (id: string) => async () => {
    const begun = edits.get(id);
    if (begun) await applyOrderEdit(ports, admin, begun);
    edits.set(id, await begin(id, 1 + Math.floor(Math.random() * 3)));
  };
  const status = async (id: string) => (await orderOf(ports, id))?.status ?? "pending";
  const refundsOf = async (id: string) => {
    const { rows } = await db.execute(
      sql`select id from refund where order_id = ${id} order by created_at desc`,
    );
    return rows.map((row) => String(row.id));
  };
  const parcelOf = async (id: string) => (await orderOf(ports, id))?.parcels.at(-1)?.id ?? "";
  const act = (id: string, what: ParcelAct) => async () =>
    actOnParcel(ports, admin, id, {
      version: await orderVersion(db, id),
      parcelId: await parcelOf(id),
      act: what,
      failure: "absent",
      outcomes: ((await orderOf(ports, id))?.lines ?? []).map((line) => ({
        lineId: line.id,
        quantity: 1,
        disposition: "restocked" as const,
      })),
      reason: "a test",
    });
  const token = async () => (await paymentLinkOf(ports, linked))?.token ?? "";
  const carrier = { courier: "", trackingLink: "" };
  const sends = (id: string) => async () =>
    sendNewParcel(ports, admin, id, {
      version: await orderVersion(db, id),
      units: [{ lineId: (await orderOf(ports, id))?.lines[0]?.id ?? "", quantity: 1 }],
      ...carrier,
      trackingNumber: "",
      reason: "a test",
    });
  const decide =
    (decision: Parameters<typeof decideReturn>[4], id = returnId) =>
    () =>
      decideReturn(ports, admin, delivered.id, id, decision);
  const payOutside = (id: string) => async () => {
    const order = await orderOf(ports, id);
    const due = order ? dueNow(order) : 0;
    return recordOutsidePayment(ports, admin, id, { due, way: "cash", reference: "" });
  };
  const cancelBy = (who: typeof admin, id: string) => async () =>
    setOrderStatus(ports, who, id, { to: "cancelled", seen: await status(id), reason: "a test" });

  return {
    placeDraft: () => placeDraft(ports, admin, { id: open.id, version: open.version }),
    deleteDraft: () => deleteDraft(ports, admin, open.id),
    saveDraft: () => saveDraft(ports, admin, open),
    duplicate: () => duplicateToDraft(ports, admin, { order: cash }),
    editLinked: apply(linked),
    editCash: apply(cash),
    editPaid: apply(paid),
    newLink: () => sendPaymentLink(ports, admin, linked, 2),
    linkForCash: () => sendPaymentLink(ports, admin, cash, 2),
    payByLink: async () => {
      const begun = await payByLink(ports, await token(), "http://shop.test", "due-now");
      // Somebody else may have ended it meanwhile: then there is nothing to pay at the gateway.
      if (begun.ok) await shop.gateway.pay(begun.value.gatewayOrderId).catch(() => undefined);
    },
    webhooks: async () => {
      for (const webhook of await shop.gateway.webhooks())
        await receiveWebhook(ports, webhook.headers, new Uint8Array(await webhook.arrayBuffer()));
    },
    outside: payOutside(linked),
    outsideForCash: payOutside(cash),
    cancelLinked: cancelBy(admin, linked),
    cancelLinkedByCustomer: () => cancelOrder(ports, linked, buyer),
    cancelPaid: cancelBy(packer, paid),
    cancelCashByCustomer: () => cancelOrder(ports, cash, buyer),
    pack: async () => setOrderStatus(ports, admin, cash, { to: "processing", seen: await status(cash) }),
    undo: async () => undoStatus(ports, admin, cash, await status(cash)),
    many: async () =>
      setManyStatuses(
        ports,
        admin,
        await Promise.all([linked, cash, paid].map(async (id) => ({ id, seen: await status(id) }))),
        "processing",
      ),
    sendCash: sends(cash),
    sendPaid: sends(paid),
    unpack: async () =>
      unpackParcel(ports, admin, cash, {
        version: await orderVersion(db, cash),
        parcelId: await parcelOf(cash),
      }),
    carrier: async () =>
      changeCarrier(ports, admin, cash, {
        version: await orderVersion(db, cash),
        parcelId: await parcelOf(cash),
        ...carrier,
        trackingNumber: `AWB${Math.floor(Math.random() * 3)}`,
      }),
    deliverCash: act(cash, "deliver"),
    receiveCash: act(cash, "receive"),
    losePaid: act(paid, "lose"),
    deliverPaid: act(paid, "deliver"),
    refundPaid: async () =>
      refundLines(ports, admin, paid, {
        key: randomUUID(),
        lines: [
          { lineId: (await orderOf(ports, paid))?.lines[0]?.id ?? "", quantity: 1, disposition: "restocked" },
        ],
        extra: 100,
        reason: "a test",
      }),
    refundDelivered: () =>
      refundLines(ports, admin, delivered.id, {
        key: randomUUID(),
        lines: [{ lineId, quantity: 1, disposition: "restocked" }],
        extra: 0,
        reason: "a test",
      }),
    paidOut: async () => {
      for (const id of [paid, delivered.id])
        for (const refund of await refundsOf(id)) await markPaidOut(ports, admin, id, refund);
    },
    approveRefund: async () => {
      for (const refund of await refundsOf(paid)) await approveWaitingRefund(ports, admin, paid, refund);
    },
    retryRefund: async () => {
      for (const id of [linked, paid])
        for (const refundId of await refundsOf(id))
          await retryFailedRefund(ports, admin, id, { refundId, way: "by-hand" });
    },
    payout: () => givePayoutDetails(ports, buyer, paid, { kind: "upi", upiId: "asha@okaxis" }),
    showPayout: () => showPayoutDetails(ports, admin, paid),
    withdraw: () => withdrawReturn(ports, buyer, returnId),
    returnSent: () => reportReturnSent(ports, buyer, returnId),
    approve: decide({ do: "approve", answer: "" }),
    reject: decide({ do: "reject", reason: "worn" }),
    receive: decide({ do: "receive", conditions: { [lineId]: "restocked" } }),
    withdrawExchange: () => withdrawReturn(ports, buyer, exchangeId),
    approveExchange: decide({ do: "approve", answer: "" }, exchangeId),
    receiveExchange: decide({ do: "receive", conditions: { [lineId]: "written-off" } }, exchangeId),
    sendExchange: decide({ do: "send", parcel: { ...carrier, trackingNumber: "" } }, exchangeId),
    cancelDelivered: cancelBy(admin, delivered.id),
    email: async () =>
      correctEmail(ports, admin, cash, {
        typed: `${randomUUID()}@campus.test`,
        seen: (await orderOf(ports, cash))?.email ?? "",
      }),
    tags: async () =>
      setTags(ports, admin, cash, {
        typed: randomUUID().slice(0, 6),
        seen: ((await orderOf(ports, cash))?.tags ?? []).join(", "),
      }),
    invoices: () => postWaitingDocuments(ports),
    jobs: () => shop.runDue(),
  };
}
