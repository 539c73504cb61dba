import type { Services } from "../../../platform/services.server.ts";
import { can, type Staff } from "../../../shop/access/actor.ts";
import { listOrders } from "../../../shop/order-management/lists/list-orders.server.ts";
import { readOrderQuery } from "../../../shop/order-management/lists/order-query.ts";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import { productListPage } from "../parts/lists/product-list.server.ts";
import { usersPage } from "../parts/lists/users-list.server.ts";

const needed = { products: "catalogue.view", orders: "orders.view", users: "customers.view" } as const;

/**
 * The tabs that this member of staff may see, and the list of the chosen one; null when there is none. No tab is chosen
 * at first: what needs somebody comes first. A failed query shows the specification's message and leaves the rest of the
 * screen.
 */
export async function tabList(services: Services, staff: Staff, request: Request) {
  const params = new URL(request.url).searchParams;
  const tabs = (["products", "orders", "users"] as const).filter((tab) => can(staff, needed[tab]));
  const asked = tabs.find((tab) => tab === params.get("tab")) ?? null;
  if (tabs.length === 0) return null;
  if (asked === null) return { tabs, tab: asked };
  const orLog = (error: unknown) => {
    services.log.error({ err: error }, "a list of the dashboard failed");
    return null;
  };
  if (asked === "orders") {
    const query = readOrderQuery(params);
    const page = await listOrders(services, query).catch(orLog);
    return { tabs, tab: asked, query, page, failed: officeMessages.ordersFetchFailed };
  }
  if (asked === "users") {
    const shown = await usersPage(services, request).catch(orLog);
    return { tabs, tab: asked, shown, failed: officeMessages.usersFailed };
  }
  return { tabs, tab: asked, list: await productListPage(services, request) };
}

export type TabList = NonNullable<Awaited<ReturnType<typeof tabList>>>;
