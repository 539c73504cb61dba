import type { Toast } from "../../ui/toast.tsx";
import { messages } from "../messages/messages.ts";

/** Names the items of an order that could not be added to the cart again. */
export function reorderMessage(
  message: "orderedSomeAgain" | "orderedNothingAgain",
  missing: string[],
): Toast {
  return { ...messages[message], text: `No longer sold or sold out: ${missing.join(", ")}.` };
}
