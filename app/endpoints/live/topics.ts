import { can } from "../../../shop/access/actor.ts";
import type { Permission } from "../../../shop/access/permissions.ts";
import { actingStaff } from "../../web/access/acting-staff.ts";
import type { Viewer } from "../../web/guards.server.ts";

/** What everybody may hear of, and what each person hears of only their own part. */
const forAll = ["products", "reviews", "settings"];
const ownOnly = ["people", "cart", "wishlist", "orders"];
/** What staff may hear of everybody. */
const ofAll: Record<string, Permission> = { "people/all": "customers.view", "orders/all": "orders.view" };
/** Guests follow an order by its id, which nobody can guess; what they may read of it, its page decides. */
const order = /^order\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** One topic of a stream. `id`: only news about this id is passed on. */
export type TopicSubscription = { name: string; topic: string; id?: string };

/**
 * The topics of an address ("?topic=products&topic=cart") that this viewer may hear (docs/domain.md, "Live updates").
 * What does not exist or is not theirs is left out. "people/all" is everybody's, for staff who may see them.
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
