import { Notice } from "../../ui/notice.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { OrderList } from "../parts/lists/order-list.tsx";
import { ProductList } from "../parts/lists/product-list.tsx";
import { UsersTable } from "../parts/lists/users-table.tsx";
import type { TabList } from "./tab-lists.server.ts";

const names = { products: "Products", orders: "Orders", users: "Users" } as const;

/** The three tabs of the specification, closed at first: the same lists as on their own pages. */
export function TabLists({ list, period }: { list: TabList; period: string }) {
  const tabs = list.tabs.map((tab) => ({
    to: `?${new URLSearchParams({ tab, period })}`,
    label: names[tab],
    selected: tab === list.tab,
  }));
  return (
    <section aria-label="Lists">
      <Tabs label="Manage" panel="dashboard-list" tabs={tabs} />
      <div id="dashboard-list" role="tabpanel" aria-label={list.tab ? names[list.tab] : "Lists"}>
        {list.tab ? (
          <Shown list={list} />
        ) : (
          <p className="p-4 muted">Choose a tab to work on its list here.</p>
        )}
      </div>
    </section>
  );
}

function Shown({ list }: { list: Exclude<TabList, { tab: null }> }) {
  if (list.tab === "products") return <ProductList list={list.list} />;
  if (list.tab === "orders" && list.page) return <OrderList page={list.page} query={list.query} />;
  if (list.tab === "users" && list.shown) return <UsersTable shown={list.shown} />;
  return <Notice tone="wrong" title={list.failed.title} text={list.failed.text} />;
}
