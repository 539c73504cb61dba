import type { StatusRefusal } from "../../../shop/order-desk/set-status.server.ts";
import { messages } from "../../parts/messages.ts";
import type { Toast } from "../../ui/toast.tsx";

const why: Record<StatusRefusal, string> = {
  "not-found": "This order does not exist.",
  "not-placed": "Its customer has not confirmed it yet.",
  "reason-needed": "This step needs a reason.",
  "outcome-needed":
    "This order has left already. Open it and use Cancel order, which asks what became of each piece.",
  "out-of-stock": "What it needs is not in stock any more.",
  "changed-meanwhile": "Somebody else changed this meanwhile.",
  unpaid: "Nobody has paid for it yet. Open it if it is to be sent all the same.",
  "link-bad": "A tracking link begins with https://.",
};

/** What is said when a status was not set: the specification's words, and why. */
export function statusSaid(refused: StatusRefusal): Toast {
  return { ...messages.orderStatusFailed, text: why[refused] };
}
