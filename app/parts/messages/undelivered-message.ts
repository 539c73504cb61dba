import { href } from "react-router";
import type { Toast } from "../../ui/toast.tsx";
import * as offlineMessages from "./offline-messages.ts";

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

/**
 * The handling of a form without a connection: an add to the cart waits for one, others are refused. Out: the toast.
 */
export async function undeliveredForm(action: string, fields: FormData): Promise<Toast> {
  const intent = fields.get("intent");
  if (action === href("/cart") && intent === "add") return waitForConnection(fields);
  return undeliveredMessage(action, intent);
}

/**
 * Hands an add to the service worker, which sends it when there is a connection
 * (app/web/offline/worker/waiting-adds.ts). In: the form's fields, with the key of its first attempt.
 */
async function waitForConnection(fields: FormData): Promise<Toast> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return offlineMessages.cartAddFailed;
  const { port1, port2 } = new MessageChannel();
  const stored = new Promise((resolve) => {
    port1.onmessage = resolve;
  });
  worker.postMessage({ kind: "add", fields: Object.fromEntries(fields) }, [port2]);
  await stored;
  return offlineMessages.cartAddWaits;
}
