import { href } from "react-router";
import type { Toast } from "../../ui/toast.tsx";
import { offlineMessages } from "./offline-messages.ts";

const cartMessages: Record<string, Toast> = {
  set: offlineMessages.cartUpdateFailed,
  remove: offlineMessages.cartRemoveFailed,
  clear: offlineMessages.cartClearFailed,
};

/** Toast when a request failed. In: the form's action and its field `intent`. */
export function undeliveredMessage(action: string, intent: FormDataEntryValue | null): Toast {
  if (action !== href("/cart"))
    return navigator.onLine ? offlineMessages.noConnection : offlineMessages.offline;
  return cartMessages[String(intent)] ?? offlineMessages.cartAddFailed;
}
