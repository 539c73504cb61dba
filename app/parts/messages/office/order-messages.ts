import { plural } from "../../../../shop/money.ts";
import { type OrderStatus, shortId, statusLabels } from "../../../../shop/orders/orders.ts";
import type { Toast } from "../../../ui/toast.tsx";
import * as officeMessages from "./office-messages.ts";

/**
 * Toast after a status change in a list. `left`: the open tab no longer contains the order. `undo`: the list's
 * address, which accepts the undo.
 */
export function statusChangedToast({
  id,
  to,
  left,
  undo,
}: {
  id: string;
  to: OrderStatus;
  left: boolean;
  undo: string | null;
}): Toast {
  const now = `Order ${shortId(id)}: ${statusLabels[to]}.`;
  return {
    ...officeMessages.orderStatusUpdated,
    text: left ? `${now} It has left this list.` : now,
    about: `order ${id}`,
    ...(left && { link: { to: `/admin/orders/${id}`, label: "Open it" } }),
    ...(undo && { undo: { label: "Undo", action: undo, fields: { intent: "undo", id, seen: to } } }),
  };
}

/** Toast when all of the chosen orders had the status. */
export function orderStatusAsItWas(count: number): Toast {
  const text = `${plural(count, "order")} ${count === 1 ? "has" : "have"} this status already.`;
  return { ...officeMessages.orderStatusUnchanged, text };
}

/** Toast after undoing a status change. */
export function statusUndoneToast(id: string, status: OrderStatus): Toast {
  return {
    ...officeMessages.orderStatusUpdated,
    text: `Order ${shortId(id)} is ${statusLabels[status]} again. The customer was told nothing.`,
    about: `order ${id}`,
  };
}
