import { href } from "react-router";
import type { Toast } from "../../ui/toast.tsx";
import { messages } from "../messages.ts";

const ofCart: Record<string, Toast> = {
  set: messages.cartUpdateFailed,
  remove: messages.cartRemoveFailed,
  clear: messages.cartClearFailed,
};

/** What is said when the server could not be asked. In: where the form goes, and its field `intent`. */
export function unsaid(action: string, intent: FormDataEntryValue | null): Toast {
  if (action !== href("/cart")) return messages.noConnection;
  return ofCart[String(intent)] ?? messages.cartAddFailed;
}
