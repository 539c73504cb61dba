import type { GatewayPaymentRow } from "./tables.server.ts";

type Attempt = { status: GatewayPaymentRow["status"]; lessPaise?: number };
/** The attempt that a webhook reports, and its delay in seconds. */
type WebhookTiming = { attempt: number; after?: number };

export type PaymentScenario = {
  label: string;
  /** Shown on the payment page. */
  description: string;
  attempts: readonly Attempt[];
  webhooks: readonly WebhookTiming[];
  /** A webhook about a payment that never happened, signed with a wrong key. */
  forged?: true;
};

/** The scenarios that a customer can choose on the local gateway's payment page. */
export const paymentScenarios = {
  pay: {
    label: "Pay",
    description: "The payment succeeds and the shop is told at once.",
    attempts: [{ status: "SUCCESS" }],
    webhooks: [{ attempt: 0 }],
  },
  decline: {
    label: "Decline",
    description: "The bank says no. The order can be tried again.",
    attempts: [{ status: "FAILED" }],
    webhooks: [{ attempt: 0 }],
  },
  drop: {
    label: "Leave without paying",
    description: "The customer gives up on the way.",
    attempts: [{ status: "USER_DROPPED" }],
    webhooks: [{ attempt: 0 }],
  },
  pending: {
    label: "Pay, the bank takes its time",
    description: "The attempt is pending until somebody decides it here, also after the order ran out.",
    attempts: [{ status: "PENDING" }],
    webhooks: [],
  },
  "webhook-delayed": {
    label: "Pay, webhook delayed",
    description: "Paid, but the webhook leaves 20 seconds later.",
    attempts: [{ status: "SUCCESS" }],
    webhooks: [{ attempt: 0, after: 20 }],
  },
  "webhook-lost": {
    label: "Pay, webhook lost",
    description: "Paid, and the webhook is lost for good: the shop has to ask.",
    attempts: [{ status: "SUCCESS" }],
    webhooks: [],
  },
  "webhook-repeated": {
    label: "Pay, webhook three times",
    description: "Paid once, and the same webhook comes three times.",
    attempts: [{ status: "SUCCESS" }],
    webhooks: [{ attempt: 0 }, { attempt: 0 }, { attempt: 0, after: 5 }],
  },
  "webhooks-out-of-order": {
    label: "Fail, pay, webhooks out of order",
    description:
      "A first attempt fails, a second succeeds; the webhook of the failure comes after that of the success.",
    attempts: [{ status: "FAILED" }, { status: "SUCCESS" }],
    webhooks: [{ attempt: 1 }, { attempt: 0, after: 3 }],
  },
  "pay-less": {
    label: "Pay one paisa less",
    description: "The payment succeeds with one paisa less than the order asks for.",
    attempts: [{ status: "SUCCESS", lessPaise: 1 }],
    webhooks: [{ attempt: 0 }],
  },
  "pay-twice": {
    label: "Pay twice",
    description: "Two attempts succeed: the customer's money is taken twice.",
    attempts: [{ status: "SUCCESS" }, { status: "SUCCESS" }],
    webhooks: [{ attempt: 0 }, { attempt: 1 }],
  },
  "forged-webhook": {
    label: "Do not pay, forge a webhook",
    description: "Nothing is paid; a webhook with a wrong signature says that it was.",
    attempts: [],
    webhooks: [],
    forged: true,
  },
} as const satisfies Record<string, PaymentScenario>;

export type PaymentScenarioName = keyof typeof paymentScenarios;

/** Whether a form value is a scenario. */
export function isPaymentScenario(text: string): text is PaymentScenarioName {
  return Object.hasOwn(paymentScenarios, text);
}

/** Faults selected by the last word of the customer's name. */
export type FaultScenario = "silent" | "failing" | "refusing";
const faultScenarios: Record<string, FaultScenario> = {
  timeout: "silent",
  outage: "failing",
  refused: "refusing",
};

/**
 * In: the customer's name. Out: "Asha Timeout" is created but never answered, "Asha Outage" fails, "Asha Refused" is
 * refused.
 */
export function faultScenarioOf(name: string): FaultScenario | undefined {
  return faultScenarios[name.trim().split(/\s+/).at(-1)?.toLowerCase() ?? ""];
}
