import type { Toast } from "../../ui/toast.tsx";
import { allMessages } from "../messages/all-messages.ts";

/** Names the items of an order that could not be added to the cart again. */
export function reorderMessage(
  message: "orderedSomeAgain" | "orderedNothingAgain",
  missing: string[],
): Toast {
  return { ...allMessages[message], text: `No longer sold or sold out: ${missing.join(", ")}.` };
}
