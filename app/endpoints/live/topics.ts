import { can } from "../../../shop/access/actor.ts";
import type { Permission } from "../../../shop/access/permissions.ts";
import { actingStaff } from "../../http/access/acting-staff.ts";
import type { Viewer } from "../../http/guards.server.ts";

/** Topics open to everybody, and topics limited to the viewer's own data. */
const forAll = ["products", "reviews", "settings"];
const ownOnly = ["people", "cart", "wishlist", "orders"];
/** Topics of staff about all users. */
const ofAll: Record<string, Permission> = {
  "people/all": "customers.view",
  "orders/all": "orders.view",
  "messages/all": "messages.answer",
};
/** Guests may follow an order by its unguessable id; its page decides what they see. */
const order = /^order\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** One topic of a stream. `id`: only events with this id are passed on. */
export type TopicSubscription = { name: string; topic: string; id?: string };

/**
 * The topics of an address ("?topic=products&topic=cart") that this viewer may subscribe to (docs/domain.md, "Live
 * updates"). Unknown and forbidden ones are left out. "people/all" covers all users, for staff who may see them.
 */
export function allowedTopics(asked: string[], viewer: Viewer): TopicSubscription[] {
  return [...new Set(asked)].flatMap((name): TopicSubscription[] => {
    if (forAll.includes(name)) return [{ name, topic: name }];
    const orderId = order.exec(name)?.[1];
    if (orderId) return [{ name, topic: "order", id: orderId }];
    if (viewer.kind === "guest") return [];
    if (ownOnly.includes(name)) return [{ name, topic: name, id: viewer.id }];
    const permission = Object.hasOwn(ofAll, name) ? ofAll[name] : undefined;
    if (!permission || !can(actingStaff(viewer), permission)) return [];
    return [{ name, topic: name.split("/")[0] ?? "" }];
  });
}
