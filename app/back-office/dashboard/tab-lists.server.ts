import type { Services } from "../../../platform/services.server.ts";
import { listOrders } from "../../../shop/order-management/lists/list-orders.server.ts";
import { readOrderQuery } from "../../../shop/order-management/lists/order-query.ts";
import { messages } from "../../parts/messages/messages.ts";
import { productListPage } from "../parts/products/product-list.server.ts";
import { usersPage } from "../parts/users/users-list.server.ts";

/** The list of the chosen tab. One that cannot be had says so in the specification's words; the rest stays. */
export async function tabList(services: Services, request: Request) {
  const params = new URL(request.url).searchParams;
  const asked = params.get("tab");
  const orLog = (error: unknown) => {
    services.log.error({ err: error }, "a list of the dashboard failed");
    return null;
  };
  if (asked === "orders") {
    const query = readOrderQuery(params);
    const page = await listOrders(services, query).catch(orLog);
    return { tab: "orders" as const, query, page, failed: messages.ordersFetchFailed };
  }
  if (asked === "users") {
    const shown = await usersPage(services, params).catch(orLog);
    return { tab: "users" as const, shown, failed: messages.usersFailed };
  }
  return { tab: "products" as const, list: await productListPage(services, request) };
}

export type TabList = Awaited<ReturnType<typeof tabList>>;
