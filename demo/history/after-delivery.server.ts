import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Decision, decideReturn } from "../../shop/order-management/decide-return.server.ts";
import { markPaidOut, refundLines } from "../../shop/order-management/refund-lines.server.ts";
import type { ReturnReason } from "../../shop/orders/remarks/return-reasons.ts";
import { requestReturn } from "../../shop/returns/request-return.server.ts";
import type { Condition, ReturnKind } from "../../shop/returns/returns.ts";
import { moderateReview } from "../../shop/reviews/moderate.server.ts";
import { writeReview } from "../../shop/reviews/write-review.server.ts";
import type { Purchase } from "./buying.server.ts";
import { atWork, day, hour } from "./calendar.ts";
import type { AfterDelivery } from "./order-scenarios.ts";
import { stateOf } from "./order-state.server.ts";
import type { PastShop } from "./past-shop.server.ts";
import { reviewWords } from "./words.ts";

type Delivered = { past: PastShop; purchase: Purchase; orderId: string };

/** Plans what follows a delivery: some reviews, and returns. */
export function planAfterDelivery(
  past: PastShop,
  purchase: Purchase,
  orderId: string,
  after: AfterDelivery | undefined,
  delivered: number,
): void {
  const { random } = purchase;
  const of = { past, purchase, orderId };
  if (random.chance(0.24)) past.agenda.plan(delivered + random.whole(20, 200) * hour, () => review(of));
  if (!after) return;
  const asked = delivered + random.whole(6, 60) * hour;
  if (after.kind === "refund") past.agenda.plan(atWork(asked, random), () => refund(of));
  else past.agenda.plan(asked, () => sendBack(of, after, asked));
}

const whyBack: readonly (readonly [number, ReturnReason, string])[] = [
  [30, "too-small", "Tight at the shoulders."],
  [24, "too-large", "One size smaller would be right."],
  [12, "not-as-shown", "The colour is darker than in the picture."],
  [10, "damaged", "A seam was open when I unpacked it."],
  [8, "wrong-item", "I got another colour."],
  [16, "changed-mind", ""],
];

async function sendBack(
  of: Delivered,
  after: Extract<AfterDelivery, { kind: "return" | "exchange" }>,
  asked: number,
) {
  const { past, purchase, orderId } = of;
  const { customer, random, key } = purchase;
  const order = await stateOf(past, orderId);
  const line = order && random.pick(order.lines);
  if (!line) return;
  const instead =
    after.kind === "exchange" && line.variantId ? past.catalogue.instead(line.variantId, random) : null;
  // Without another size the return is for a refund.
  const kind: ReturnKind = instead ? "exchange" : "return";
  const [, reason, details] = random.weighted(whyBack.map((one) => [one[0], one] as const));
  let id = "";
  const done = await past.act(async () => {
    const command = { formKey: `${key}-back`, kind, reason, details };
    const quantity = Math.min(line.quantity, random.whole(1, 2));
    const lines = [{ lineId: line.id, quantity, exchangeVariantId: instead?.variantId ?? null }];
    const requested = await requestReturn(past.services, customer, orderId, {
      ...command,
      lines,
      photos: [],
    });
    if (requested.ok) ({ id } = requested.value);
    if (requested.ok && instead) past.catalogue.take(instead.variantId, quantity);
    return requested;
  });
  if (!done || after.until === "requested") return;
  const decide = (at: number, decision: Decision) => {
    past.agenda.plan(at, () =>
      past.act(() => decideReturn(past.services, past.staffFor(key), orderId, id, decision)),
    );
    return at;
  };
  const decided = atWork(asked + random.whole(2, 30) * hour, random);
  if (after.until === "rejected") {
    decide(decided, {
      do: "reject",
      reason: random.pick(["It was worn and washed.", "The labels are missing."]),
    });
    return;
  }
  decide(decided, { do: "approve", answer: random.pick(["", "", "Please use the bag it came in."]) });
  if (after.until === "approved") return;
  const condition: Condition = reason === "damaged" || random.chance(0.08) ? "written-off" : "restocked";
  const arrived = atWork(decided + random.whole(48, 90) * hour, random);
  decide(arrived, { do: "receive", conditions: { [line.id]: condition } });
  if (after.until === "received") return;
  if (kind === "exchange")
    decide(atWork(arrived + random.whole(2, 24) * hour, random), {
      do: "send",
      parcel: {
        courier: "Demo Express",
        trackingNumber: `DX${random.whole(10_000_000, 99_999_999)}`,
        trackingLink: "",
      },
    });
  else if (!after.waitsForCash) planPayingOut(of, arrived);
}

/** A refund without a return: for a defect, or for an overcharge. */
async function refund({ past, purchase, orderId }: Delivered) {
  const { random, key } = purchase;
  const order = await stateOf(past, orderId);
  const line = order && random.pick(order.lines);
  if (!line) return;
  const wholePiece = random.chance(0.5);
  const command = wholePiece
    ? {
        lines: [
          { lineId: line.id, quantity: 1, disposition: random.pick(["kept", "lost", "damaged"] as const) },
        ],
        extra: 0,
        reason: "Not as described; the customer keeps it or it was lost on its way back.",
      }
    : {
        lines: [],
        extra: Math.min(random.whole(5, 15) * 1_000, order.total),
        reason: "A button was missing; a little money back was agreed.",
      };
  const actor = past.staffFor(key);
  await past.act(() => refundLines(past.services, actor, orderId, { key: `${key}-refund`, ...command }));
  planPayingOut({ past, purchase, orderId }, past.clock.now().getTime());
}

const refundRows = z.array(z.object({ id: z.string() }));

/** Cash is refunded by hand, some days later. */
function planPayingOut({ past, purchase, orderId }: Delivered, since: number): void {
  past.agenda.plan(atWork(since + purchase.random.whole(20, 70) * hour, purchase.random), async () => {
    const { rows } = await past.services.db.execute(sql`
      select id from refund where order_id = ${orderId} and provider = 'cod' and state = 'pending'`);
    for (const { id } of refundRows.parse(rows))
      await past.act(() => markPaidOut(past.services, past.staffFor(purchase.key), orderId, id));
  });
}

const reviewRows = z.array(z.object({ id: z.string() }));

async function review({ past, purchase, orderId }: Delivered) {
  const { customer, random, key } = purchase;
  const order = await stateOf(past, orderId);
  const line = order && random.pick(order.lines);
  if (!line) return;
  const { rating, comment, fit } = reviewWords(random);
  const displayName = random.chance(0.6) ? (customer.name.split(" ")[0] ?? null) : null;
  await past.act(() =>
    writeReview(past.services, customer, { orderId, lineId: line.id, rating, comment, displayName, fit }),
  );
  // Staff usually reply to bad reviews; one with a phone number is hidden.
  const actor = past.staffFor(key);
  const action = comment.includes("Call me")
    ? ({ kind: "hide", reason: "It holds a phone number." } as const)
    : rating <= 2 && random.chance(0.7)
      ? ({
          kind: "reply",
          reply: "We are sorry. Please send it back from My Orders; we pay for the parcel.",
        } as const)
      : null;
  if (!action) return;
  past.agenda.plan(atWork(past.clock.now().getTime() + day, random), async () => {
    const { rows } = await past.services.db.execute(
      sql`select id from review where order_line_id = ${line.id}`,
    );
    for (const { id } of reviewRows.parse(rows))
      await past.act(() => moderateReview(past.services, { actor, id, action: action }));
  });
}
