import { href } from "react-router";
import type { Toast } from "../../ui/toast.tsx";
import { failedForm } from "./failed-form.ts";
import * as offlineMessages from "./offline-messages.ts";

/** Toast of a form that got no answer: without a connection, or because the shop failed. In: its path and `intent`. */
export function undeliveredMessage(path: string, intent: FormDataEntryValue | null): Toast {
  if (!navigator.onLine && path !== href("/cart")) return offlineMessages.offline;
  return failedForm(path, String(intent ?? ""));
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
 * (app/http/offline/worker/waiting-adds.ts). In: the form's fields, with the key of its first attempt.
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
