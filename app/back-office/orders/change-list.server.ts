import { data, href, redirect } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import {
  mostAtOnce,
  type StatusRefusal,
  setManyStatuses,
  setOrderStatus,
} from "../../../shop/order-desk/set-status.server.ts";
import { type OrderStatus, orderStatuses, shortId } from "../../../shop/orders/orders.ts";
import { messages } from "../../parts/messages.ts";
import type { Toast } from "../../ui/toast.tsx";
import { formLists } from "../../web/form.server.ts";
import { sayNext } from "../../web/toast.server.ts";
import { statusSaid } from "./status-words.ts";

type Admin = { id: string; name: string };
export type ListAnswer = { ok: boolean; toast: Toast; notes: string[] };

const list = href("/admin/orders");
const statusOf = (value: string | undefined) => orderStatuses.find((known) => known === value);

type Fields = Map<string, string[]>;
const first = (fields: Fields, name: string) => fields.get(name)?.[0];

/** Does what a form of the list says: one status, many, or the slips of many. */
export async function answerList(services: Services, admin: Admin, request: Request) {
  const fields = await formLists(request);
  const ids = fields.get("id") ?? [];
  const intent = first(fields, "intent");
  if (intent === "print") {
    const asked = new URLSearchParams(ids.slice(0, mostAtOnce).map((id) => ["id", id]));
    return redirect(`${href("/admin/orders/print")}?${asked}`, 303);
  }
  const to = statusOf(first(fields, "status"));
  const reason = first(fields, "reason") ?? "";
  if (!to || ids.length === 0) return answer(false, messages.orderStatusFailed);
  if (intent === "many") return many(services, admin, fields, ids, to, reason);
  return one(services, admin, fields, ids[0] ?? "", to, reason);
}

async function one(
  services: Services,
  admin: Admin,
  fields: Fields,
  id: string,
  to: OrderStatus,
  reason: string,
) {
  const seen = statusOf(first(fields, "seen")) ?? to;
  const set = await setOrderStatus(services, admin, id, { to, seen, reason });
  const here = first(fields, "answer") === "here";
  if (set.ok) {
    if (here) return answer(true, messages.orderStatusUpdated);
    return redirect(list, { status: 303, headers: { "Set-Cookie": sayNext("orderStatusUpdated") } });
  }
  // Without scripts the order's own page has room for the reason.
  if (!here && set.refused === "reason-needed")
    return redirect(`${href("/admin/orders/:id", { id })}?to=${to}`, 303);
  return answer(false, statusSaid(set.refused));
}

async function many(
  services: Services,
  admin: Admin,
  fields: Fields,
  ids: string[],
  to: OrderStatus,
  reason: string,
) {
  const wishes = ids.map((id) => ({ id, seen: statusOf(first(fields, `seen-${id}`)) ?? to }));
  const { set, refused } = await setManyStatuses(services, admin, wishes, to, reason);
  const notes = refused.map(({ id, why }) => `${shortId(id)}: ${whyNot(why)}`);
  const figures = `${set.length} set, ${refused.length} left as they are`;
  const toast = set.length > 0 ? messages.orderStatusUpdated : messages.orderStatusFailed;
  return answer(set.length > 0, { ...toast, text: figures }, notes);
}

function whyNot(why: StatusRefusal): string {
  return statusSaid(why).text ?? "";
}

function answer(ok: boolean, toast: Toast, notes: string[] = []) {
  return data<ListAnswer>({ ok, toast, notes });
}
