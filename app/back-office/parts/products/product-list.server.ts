import type { Services } from "../../../../platform/services.server.ts";
import { categories, collections } from "../../../../shop/catalogue/collections.server.ts";
import { deskProducts, deskTabs } from "../../../../shop/catalogue/edit/desk-products.server.ts";
import { messages } from "../../../parts/messages.ts";
import { pagesOf, readListAddress } from "../list-address.ts";

const rowsShown = 25;
const sorts = ["-newest", "newest", "name", "-name", "price", "-price"] as const;

/**
 * What the list of products shows, as its address asks: on its own page and in the dashboard's tab. A list that
 * cannot be fetched says so in the specification's words and leaves the rest of the screen standing.
 */
export async function productList(services: Services, request: Request) {
  const params = new URL(request.url).searchParams;
  const [all, groups] = await Promise.all([categories(services), collections(services)]);
  const address = readListAddress(params, {
    sorts,
    filters: {
      status: ["active", "draft", "archived", "out"],
      category: [...all.map(({ slug }) => slug), "none"],
      collection: groups.map(({ slug }) => slug),
      stock: ["in", "low"],
    },
  });
  const { status = "", category = "", collection = "", stock = "" } = address.filters;
  const choices = {
    categories: all.map(({ slug, name }) => ({ value: slug, label: name })),
    collections: groups.map(({ slug, name }) => ({ value: slug, label: name })),
  };
  const sort = address.sort === "name" || address.sort === "price" ? address.sort : "newest";
  try {
    const [{ rows, more, total }, tabs] = await Promise.all([
      deskProducts(services, {
        text: address.q,
        status: status === "out" ? "" : status,
        category,
        collection,
        stock: status === "out" ? "out" : stock === "in" || stock === "low" ? stock : "",
        sort,
        descending: address.descending,
        page: address.page,
        size: rowsShown,
      }),
      deskTabs(services),
    ]);
    return {
      rows,
      address,
      paging: pagesOf(address.page, rowsShown, more, total),
      tabs,
      choices,
      toast: undefined,
    };
  } catch (error) {
    services.log.error({ err: error }, "the list of products could not be read");
    const paging = { previous: null, next: null };
    return { rows: [], address, paging, tabs: null, choices, toast: messages.productsNotFetched };
  }
}

export type ProductListData = Awaited<ReturnType<typeof productList>>;
