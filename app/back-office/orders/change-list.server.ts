import { data, href } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../../shop/access/actor.ts";
import { listedOrders, matchingOrders } from "../../../shop/order-management/lists/list-orders.server.ts";
import { orderAddress, readOrderQuery } from "../../../shop/order-management/lists/order-query.ts";
import { maxParcels } from "../../../shop/order-management/parcels.server.ts";
import {
  maxOrdersAtOnce,
  setManyStatuses,
  setOrderStatus,
} from "../../../shop/order-management/set-status.server.ts";
import {
  needsReason,
  type StatusQuestion,
  statusQuestion,
} from "../../../shop/order-management/status-question.ts";
import { canUndo, undoStatus } from "../../../shop/order-management/undo-status.server.ts";
import { type OrderStatus, orderStatuses } from "../../../shop/orders/orders.ts";
import { redirectWithToast } from "../../http/forms/answer.server.ts";
import { formLists } from "../../http/forms/form.server.ts";
import type { RouteArgs } from "../../http/guards.server.ts";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import {
  orderStatusAsItWas,
  statusChangedToast,
  statusUndoneToast,
} from "../../parts/messages/office/order-messages.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import type { Toast } from "../../ui/toast.tsx";
import type { BulkConfirmation } from "../parts/lists/confirm-bulk.tsx";
import { bulkCounts, leftOrders, statusFailureMessage } from "./status-messages.server.ts";

/**
 * `ticked`: the selected rows, for a list without scripts. `question`: what is to be confirmed before many orders get
 * a status; `fields`: the form to send again with the confirmation.
 */
type OrderListAnswer = FormAnswer & {
  ticked: string[];
  question?: StatusQuestion & BulkConfirmation;
};

const list = href("/admin/orders");
const statusOf = (value: string | undefined) => orderStatuses.find((known) => known === value);

type Fields = Map<string, string[]>;
const first = (fields: Fields, name: string) => fields.get(name)?.[0];

/**
 * Handles the forms of the order list: change one status, change or confirm many, send or print many, undo the last
 * change. The form's address carries the list's search, filters and tab.
 */
export async function handleListForm(services: Services, actor: Actor, asked: RouteArgs) {
  const fields = await formLists(asked);
  const query = readOrderQuery(new URL(asked.request.url).searchParams);
  const all = first(fields, "all") === "on";
  const ids = fields.get("id") ?? [];
  const intent = first(fields, "intent");
  if (intent === "undo") return undo(services, actor, fields);
  if (intent === "print") {
    const asked = all ? orderAddress({ ...query, after: null, before: null }) : new URLSearchParams();
    if (all) asked.set("all", "on");
    else for (const id of ids.slice(0, maxOrdersAtOnce)) asked.append("id", id);
    return redirectWithToast(`${href("/admin/orders/print")}?${asked}`);
  }
  if (intent === "ship") {
    const chosen = all ? (await matchingOrders(services, query, maxParcels + 1)).map(({ id }) => id) : ids;
    const orders = new URLSearchParams(chosen.slice(0, maxParcels + 1).map((id) => ["id", id]));
    return redirectWithToast(`${href("/admin/orders/ship")}?${orders}`);
  }
  const to = intent === "confirm" ? "confirmed" : statusOf(first(fields, "status"));
  const reason = first(fields, "reason") ?? "";
  if (!to || (ids.length === 0 && !all)) return result(false, officeMessages.orderStatusFailed);
  if (intent !== "many" && intent !== "confirm")
    return one(services, actor, fields, ids[0] ?? "", to, reason);
  const chosen = all
    ? await matchingOrders(services, query, maxOrdersAtOnce)
    : await listedOrders(services, ids.slice(0, maxOrdersAtOnce));
  // An order that its customer is asked to confirm stays as it is, except in the list of just these orders.
  const skips = intent === "confirm" && query.work !== "customer-confirms";
  const orders = chosen.filter(({ unconfirmed }) => !(skips && unconfirmed));
  const waiting = chosen.filter(({ unconfirmed }) => skips && unconfirmed).map(({ id }) => id);
  const question = statusQuestion(orders, to);
  const confirmed = first(fields, "confirmed");
  const isConfirmed = question !== null && confirmed === fingerprint(question);
  if (question && (!isConfirmed || (needsReason(question) && !reason.trim())))
    return ask(question, { intent, confirmed, reason, ids, all });
  const seen = (id: string) => statusOf(first(fields, `seen-${id}`));
  const commands = orders.map(({ id, status }) => ({ id, seen: seen(id) ?? status }));
  return many(services, actor, { commands, waiting }, to, reason, ids);
}

async function one(
  services: Services,
  actor: Actor,
  fields: Fields,
  id: string,
  to: OrderStatus,
  reason: string,
) {
  const seen = statusOf(first(fields, "seen")) ?? to;
  // Without scripts a cancellation is confirmed on the order's own page; with them in a dialog.
  if (to === "cancelled" && seen !== to && first(fields, "confirmed") !== "on")
    return redirectWithToast(`${href("/admin/orders/:id", { id })}?to=${to}`);
  const set = await setOrderStatus(services, actor, id, { to, seen, reason });
  const here = first(fields, "answer") === "here";
  const back = orderAddress(readOrderQuery(new URLSearchParams(first(fields, "list") ?? "")));
  if (set.ok) {
    const tab = back.get("status");
    const left = tab !== null && tab !== to && (tab !== "to-send" || !openStatuses.includes(to));
    if (here)
      return result(true, statusChangedToast({ id, to, left, undo: canUndo(seen, to) ? list : null }));
    return redirectWithToast(back.size > 0 ? `${list}?${back}` : list, "orderStatusUpdated");
  }
  // Without scripts the reason is asked for on the order's own page.
  if (!here && set.refused === "reason-needed")
    return redirectWithToast(`${href("/admin/orders/:id", { id })}?to=${to}`);
  return result(false, statusFailureMessage(set.refused, set.other));
}

const openStatuses: OrderStatus[] = ["pending", "confirmed", "processing"];

async function undo(services: Services, actor: Actor, fields: Fields) {
  const id = first(fields, "id") ?? "";
  const seen = statusOf(first(fields, "seen"));
  const undone = seen && (await undoStatus(services, actor, id, seen));
  if (!undone?.ok) return result(false, officeMessages.orderNotUndone);
  return result(true, statusUndoneToast(id, undone.value.status));
}

async function many(
  services: Services,
  actor: Actor,
  { commands, waiting }: { commands: { id: string; seen: OrderStatus }[]; waiting: string[] },
  to: OrderStatus,
  reason: string,
  ticked: string[],
) {
  const { set, already, refused } = await setManyStatuses(services, actor, commands, to, reason);
  const left = [...waiting.map((id) => ({ id, why: "not-placed" as const })), ...refused];
  const counts = { set: set.length, already: already.length, left: left.length };
  if (already.length > 0 && set.length + left.length === 0)
    return result(true, orderStatusAsItWas(already.length), [], ticked);
  const toast = set.length > 0 ? officeMessages.orderStatusUpdated : officeMessages.orderStatusFailed;
  return result(set.length > 0, { ...toast, text: bulkCounts("set", counts) }, leftOrders(left), ticked);
}

/** The figures that staff confirmed: when they have changed meanwhile, they are asked again. */
function fingerprint({ to, orders, refund, prompts }: StatusQuestion): string {
  return JSON.stringify([to, orders, refund.orders, refund.amount, Object.entries(prompts).sort()]);
}

/** Shows the list again with the question. After a refused confirmation it says why. */
function ask(
  question: StatusQuestion,
  {
    intent,
    confirmed,
    reason,
    ids,
    all,
  }: { intent: string; confirmed: string | undefined; reason: string; ids: string[]; all: boolean },
) {
  const isSame = confirmed === fingerprint(question);
  const toast = isSame
    ? { ...officeMessages.orderStatusFailed, text: "Please enter a reason." }
    : {
        ...officeMessages.orderStatusFailed,
        text: "The orders have changed in the meantime. Please look again.",
      };
  return data<OrderListAnswer>({
    ok: false,
    ...(confirmed !== undefined && { toast }),
    ticked: ids,
    question: {
      ...question,
      fields: { intent, status: question.to, confirmed: fingerprint(question), reason },
      ids,
      all,
    },
  });
}

function result(ok: boolean, toast: Toast, notes: string[] = [], ticked: string[] = []) {
  return data<OrderListAnswer>({ ok, toast, notes, ticked });
}
