import { href } from "react-router";
import type { Toast } from "../../ui/toast.tsx";
import { unreachable } from "./offline-messages.ts";

const ofCart: Record<string, Toast> = {
  set: unreachable.cartUpdateFailed,
  remove: unreachable.cartRemoveFailed,
  clear: unreachable.cartClearFailed,
};

/** What is said when the server could not be asked. In: where the form goes, and its field `intent`. */
export function unsaid(action: string, intent: FormDataEntryValue | null): Toast {
  if (action !== href("/cart")) return navigator.onLine ? unreachable.noConnection : unreachable.offline;
  return ofCart[String(intent)] ?? unreachable.cartAddFailed;
}
