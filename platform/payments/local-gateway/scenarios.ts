import type { PaymentRow } from "./tables.server.ts";

type Attempt = { status: PaymentRow["status"]; lessPaise?: number };
/** Which attempt of this choice the shop is told about, and how many seconds later. */
type Telling = { attempt: number; after?: number };

export type Course = {
  label: string;
  /** What happens, for the payment page and docs/operations.md. */
  does: string;
  attempts: readonly Attempt[];
  tells: readonly Telling[];
  /** A stranger tells of a payment that never was, signed with a wrong key. */
  forged?: true;
};

/** What a customer can let happen on the local gateway's payment page. */
export const choices = {
  pay: {
    label: "Pay",
    does: "The payment succeeds and the shop is told at once.",
    attempts: [{ status: "SUCCESS" }],
    tells: [{ attempt: 0 }],
  },
  decline: {
    label: "Decline",
    does: "The bank says no. The order can be tried again.",
    attempts: [{ status: "FAILED" }],
    tells: [{ attempt: 0 }],
  },
  drop: {
    label: "Leave without paying",
    does: "The customer gives up on the way.",
    attempts: [{ status: "USER_DROPPED" }],
    tells: [{ attempt: 0 }],
  },
  pending: {
    label: "Pay, the bank takes its time",
    does: "The attempt is pending until somebody decides it here, also after the order ran out.",
    attempts: [{ status: "PENDING" }],
    tells: [],
  },
  "tell-late": {
    label: "Pay, tell the shop late",
    does: "Paid, but the notice leaves 20 seconds later.",
    attempts: [{ status: "SUCCESS" }],
    tells: [{ attempt: 0, after: 20 }],
  },
  "tell-never": {
    label: "Pay, never tell the shop",
    does: "Paid, and the notice is lost for good: the shop has to ask.",
    attempts: [{ status: "SUCCESS" }],
    tells: [],
  },
  "tell-three-times": {
    label: "Pay, tell the shop three times",
    does: "Paid once, and the same notice comes three times.",
    attempts: [{ status: "SUCCESS" }],
    tells: [{ attempt: 0 }, { attempt: 0 }, { attempt: 0, after: 5 }],
  },
  "tell-out-of-order": {
    label: "Fail, pay, tell it the wrong way round",
    does: "A first attempt fails, a second succeeds; the failure is told after the success.",
    attempts: [{ status: "FAILED" }, { status: "SUCCESS" }],
    tells: [{ attempt: 1 }, { attempt: 0, after: 3 }],
  },
  "pay-less": {
    label: "Pay one paisa less",
    does: "The payment succeeds with one paisa less than the order asks for.",
    attempts: [{ status: "SUCCESS", lessPaise: 1 }],
    tells: [{ attempt: 0 }],
  },
  "pay-twice": {
    label: "Pay twice",
    does: "Two attempts succeed: the customer's money is taken twice.",
    attempts: [{ status: "SUCCESS" }, { status: "SUCCESS" }],
    tells: [{ attempt: 0 }, { attempt: 1 }],
  },
  "forged-notice": {
    label: "Do not pay, forge a notice",
    does: "Nothing is paid; a notice with a wrong signature says that it was.",
    attempts: [],
    tells: [],
    forged: true,
  },
} as const satisfies Record<string, Course>;

export type Choice = keyof typeof choices;

/** Whether a form's word is one of the choices. */
export function isChoice(text: string): text is Choice {
  return Object.hasOwn(choices, text);
}

/** Words in the customer's name that decide what becomes of a new order. */
export type Omen = "silent" | "failing" | "refusing";
const omens: Record<string, Omen> = { timeout: "silent", outage: "failing", refused: "refusing" };

/** In: the customer's name. Out: "Asha Timeout" is made but never answered, "Asha Outage" fails, "Asha Refused" is refused. */
export function omenOf(name: string): Omen | undefined {
  return omens[name.trim().split(/\s+/).at(-1)?.toLowerCase() ?? ""];
}
