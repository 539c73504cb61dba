import type { ReturnState } from "../../shop/returns/returns.ts";
import type { Random } from "./random.ts";

/**
 * How an order was placed and paid. Online payments use the names of the local gateway's scenarios, where there is one.
 */
export type Course =
  | "cash"
  | "whatsapp-single"
  | "whatsapp-cart"
  | "prepared-only"
  | "pay"
  | "webhook-lost"
  | "decline-then-pay"
  | "decline-then-cash"
  | "decline"
  | "drop"
  | "unpaid"
  | "pay-twice"
  | "pay-less"
  | "late"
  | "undecided";

/** The final status of an order; a recent order may not have reached it yet. */
export type End =
  | "pending"
  | "confirmed"
  | "processing"
  | "shipped"
  | "delivered"
  | "cancelled-by-customer"
  | "cancelled-by-staff"
  | "refused"
  | "cancelled-after-delivery";

/** What follows the delivery. */
export type AfterDelivery =
  | { kind: "return" | "exchange"; until: ReturnState; waitsForCash?: true }
  | { kind: "refund" };

export type Scenario = {
  course: Course;
  end: End;
  after?: AfterDelivery;
  /** Placed this many days ago, from and to; any of the 120 days by default. */
  ago?: readonly [number, number];
};

/** The share per thousand orders, at least one order. */
const scenarios: readonly (readonly [perMille: number, scenario: Scenario])[] = [
  // Open tasks for staff.
  [7, { course: "cash", end: "pending", ago: [0.02, 0.7] }],
  [4, { course: "pay", end: "pending", ago: [0.02, 0.5] }],
  [3, { course: "whatsapp-single", end: "pending", ago: [0.05, 0.9] }],
  [5, { course: "cash", end: "confirmed", ago: [0.9, 1.7] }],
  [3, { course: "pay", end: "confirmed", ago: [0.9, 1.7] }],
  [5, { course: "pay", end: "processing", ago: [1.5, 2.6] }],
  [4, { course: "cash", end: "processing", ago: [1.5, 2.6] }],
  [9, { course: "cash", end: "shipped", ago: [2.5, 4.5] }],
  [6, { course: "pay", end: "shipped", ago: [2.5, 4.5] }],
  [3, { course: "decline", end: "pending", ago: [0.2, 2] }],
  [2, { course: "unpaid", end: "pending", ago: [0.1, 1.5] }],
  [1, { course: "undecided", end: "pending", ago: [0.05, 0.4] }],
  [2, { course: "pay-less", end: "pending", ago: [0.5, 3] }],
  [6, { course: "cash", end: "delivered", after: { kind: "return", until: "requested" }, ago: [7.5, 10] }],
  [3, { course: "pay", end: "delivered", after: { kind: "exchange", until: "requested" }, ago: [7.5, 10] }],
  [4, { course: "pay", end: "delivered", after: { kind: "return", until: "approved" }, ago: [9, 13] }],
  [3, { course: "cash", end: "delivered", after: { kind: "exchange", until: "received" }, ago: [12, 15] }],
  [
    5,
    {
      course: "cash",
      end: "delivered",
      after: { kind: "return", until: "closed", waitsForCash: true },
      ago: [13, 18],
    },
  ],
  // Failures.
  [34, { course: "cash", end: "cancelled-by-customer" }],
  [18, { course: "pay", end: "cancelled-by-customer" }],
  [16, { course: "cash", end: "cancelled-by-staff" }],
  [6, { course: "pay", end: "cancelled-by-staff" }],
  [30, { course: "cash", end: "refused" }],
  [2, { course: "cash", end: "cancelled-after-delivery", ago: [15, 110] }],
  [12, { course: "decline", end: "cancelled-by-staff", ago: [6, 118] }],
  [10, { course: "drop", end: "cancelled-by-customer", ago: [2, 118] }],
  [12, { course: "unpaid", end: "cancelled-by-staff", ago: [6, 118] }],
  [8, { course: "prepared-only", end: "pending", ago: [1, 118] }],
  [4, { course: "late", end: "cancelled-by-customer", ago: [4, 118] }],
  [3, { course: "pay-twice", end: "delivered", ago: [10, 118] }],
  [20, { course: "decline-then-pay", end: "delivered" }],
  [14, { course: "decline-then-cash", end: "delivered" }],
  [10, { course: "webhook-lost", end: "delivered" }],
  // Returns.
  [26, { course: "cash", end: "delivered", after: { kind: "return", until: "closed" }, ago: [24, 118] }],
  [24, { course: "pay", end: "delivered", after: { kind: "return", until: "closed" }, ago: [24, 118] }],
  [28, { course: "pay", end: "delivered", after: { kind: "exchange", until: "closed" }, ago: [24, 118] }],
  [16, { course: "cash", end: "delivered", after: { kind: "exchange", until: "closed" }, ago: [24, 118] }],
  [10, { course: "cash", end: "delivered", after: { kind: "return", until: "rejected" }, ago: [16, 118] }],
  [12, { course: "pay", end: "delivered", after: { kind: "refund" }, ago: [14, 118] }],
  [7, { course: "cash", end: "delivered", after: { kind: "refund" }, ago: [14, 118] }],
];

/** The scenario of all other orders. */
const ordinary = [
  [52, "cash"],
  [36, "pay"],
  [7, "whatsapp-single"],
  [5, "whatsapp-cart"],
] as const satisfies readonly (readonly [number, Course])[];

/** This many scenarios in random order; every kind occurs when there are at least as many orders as kinds. */
export function scenariosOf(count: number, random: Random): Scenario[] {
  const special = scenarios.flatMap(([perMille, scenario]) =>
    Array.from({ length: Math.max(1, Math.round((perMille * count) / 1_000)) }, () => scenario),
  );
  const rest = Array.from(
    { length: Math.max(0, count - special.length) },
    (): Scenario => ({
      course: random.weighted(ordinary),
      end: "delivered",
    }),
  );
  return random.shuffled([...special, ...rest]).slice(0, count);
}
