import type { Toast } from "../../ui/toast.tsx";
import { messages } from "../messages/messages.ts";

/** Which pieces of an order could not be put into the cart again, by name. */
export function reorderMessage(
  message: "orderedSomeAgain" | "orderedNothingAgain",
  missing: string[],
): Toast {
  return { ...messages[message], text: `No longer sold or sold out: ${missing.join(", ")}.` };
}
