import { z } from "zod";

/**
 * The program's remarks about orders: codes with parameters, whose texts (`remark-words.ts`) are chosen when they are
 * shown. What people type stays text.
 */

/** The reason of a refund that the shop decided and not a person. */
const refundCause = z.discriminatedUnion("code", [
  z.object({
    code: z.enum(["order-cancelled", "order-edited", "other-amount", "paid-twice", "parcel-back"]),
  }),
  /** `reason`: a key of `returnReasons`. */
  z.object({ code: z.literal("returned"), reason: z.string() }),
]);
export type RefundCause = z.infer<typeof refundCause>;

/** The reason of a refund: a cause, or text typed by staff. */
export type RefundReason = RefundCause | string;

/** The reason of a refund from its two columns; an unknown cause of a newer version is read as its code. */
export function refundReasonOf({ reason, cause }: { reason: string | null; cause: unknown }): RefundReason {
  const known = refundCause.safeParse(cause);
  return known.data ?? reason ?? z.object({ code: z.string() }).safeParse(cause).data?.code ?? "";
}

const payment = { payment: z.string(), method: z.string().nullable() };
/** The items of a return: "2 × Oxford Shirt (M)", cut to `maxItemsLength`. */
const items = { items: z.string() };

/** The program's remark on an order event. Amounts are paise. */
const eventRemark = z.discriminatedUnion("code", [
  z.object({
    code: z.enum([
      "confirmed-by-customer",
      "email-corrected",
      "not-confirmed",
      "units-released",
      "link-expired",
      "prepared-anew",
      "undone",
      "paid-too-late",
      "bank-refused",
      "payment-abandoned",
      "payment-expired",
      "payment-retried",
      "pay-on-delivery",
      "refund-succeeded",
      "refund-failed",
    ]),
  }),
  z.object({ code: z.enum(["paid", "paid-other-amount", "paid-again"]), ...payment }),
  z.object({ code: z.enum(["refund", "duplicate-refunded"]), cause: refundCause.or(z.string()) }),
  z.object({ code: z.literal("refund-impossible"), cause: refundCause, provider: z.string() }),
  z.object({ code: z.literal("advance-asked"), amount: z.number() }),
  z.object({ code: z.literal("email-resent"), email: z.string() }),
  /** `status`: of the mail server (RFC 3463), "" without one. */
  z.object({ code: z.literal("email-undelivered"), status: z.string() }),
  /** `number`: of the parcel; `by`: courier and tracking number. */
  z.object({
    code: z.literal("parcel"),
    number: z.number(),
    state: z.string(),
    failure: z.string().nullable(),
    by: z.string(),
  }),
  z.object({ code: z.literal("return-requested"), kind: z.string(), ...items }),
  z.object({ code: z.enum(["return-decided", "return-sent"]), ...items }),
  /** `by`: who fetches it; `failure`: why it was not fetched. */
  z.object({ code: z.literal("return-pickup"), ...items, by: z.string(), failure: z.string().nullable() }),
  z.object({
    code: z.literal("return-received"),
    ...items,
    units: z.array(z.object({ quantity: z.number(), condition: z.string() })),
  }),
  z.object({ code: z.literal("exchange-sent"), ...items, by: z.string() }),
  /** `changes`: one sentence each; `before` and `after`: the totals. */
  z.object({
    code: z.literal("edited"),
    changes: z.array(z.string()),
    before: z.number(),
    after: z.number(),
  }),
  z.object({ code: z.literal("return-closed"), ...items, refund: z.number().nullable() }),
]);
export type EventRemark = z.infer<typeof eventRemark>;

/** A remark as read; `unknown` has the code of one that this version does not know. */
export type StoredRemark = EventRemark | { code: "unknown"; of: string };

/** A stored remark; one of a newer version, or an invalid one, is read as unknown. */
export function readRemark(stored: unknown): StoredRemark {
  const known = eventRemark.safeParse(stored);
  if (known.success) return known.data;
  const named = z.object({ code: z.string() }).safeParse(stored);
  return { code: "unknown", of: named.data?.code ?? "" };
}

/** Splits the reason of an event into the program's remark and typed text. */
export function remarkOrNote(said: EventRemark | string | null | undefined): {
  remark: EventRemark | null;
  note: string | null;
} {
  return typeof said === "string" ? { remark: null, note: said } : { remark: said ?? null, note: null };
}

export const maxItemsLength = 450;
