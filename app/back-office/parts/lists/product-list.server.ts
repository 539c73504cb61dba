import type { Services } from "../../../../platform/services.server.ts";
import { maxBulkProducts } from "../../../../shop/catalogue/bulk/bulk-change.ts";
import { categories, collections } from "../../../../shop/catalogue/collections.server.ts";
import {
  type AdminProductQuery,
  adminProducts,
  narrowedTabs,
} from "../../../../shop/catalogue/edit/admin-products.server.ts";
import { productMessages } from "../../../parts/messages/product-messages.ts";
import { pagesOf, readListAddress } from "./list-address.ts";

const rowsShown = 25;
const sorts = ["-newest", "newest", "name", "-name", "price", "-price"] as const;

type Address = ReturnType<typeof readListAddress>;

/** The product query of a list's address, `size` rows from its page. */
function queryOf(address: Address, page: number, size: number): AdminProductQuery {
  const { status = "", category = "", collection = "", stock = "" } = address.filters;
  return {
    text: address.q,
    status: status === "out" ? "" : status,
    category,
    collection,
    stock: status === "out" ? "out" : stock === "in" || stock === "low" ? stock : "",
    sort: address.sort === "name" || address.sort === "price" ? address.sort : "newest",
    descending: address.descending,
    page,
    size,
  };
}

async function addressOf(services: Services, request: Request) {
  const [all, groups] = await Promise.all([categories(services), collections(services)]);
  const address = readListAddress(new URL(request.url).searchParams, {
    sorts,
    filters: {
      status: ["active", "draft", "archived", "out"],
      category: [...all.map(({ slug }) => slug), "none"],
      collection: groups.map(({ slug }) => slug),
      stock: ["in", "low"],
    },
  });
  return { address, all, groups };
}

/** The ids of all products that match an address on all pages, up to the limit of a bulk edit. */
export async function productIds(services: Services, request: Request): Promise<string[]> {
  const { address } = await addressOf(services, request);
  const { rows } = await adminProducts(services, queryOf(address, 1, maxBulkProducts));
  return rows.map(({ id }) => id);
}

/**
 * Data of the product list, on its own page and in the dashboard's tab. A failed query shows the specification's
 * message and leaves the rest of the screen.
 */
export async function productListPage(services: Services, request: Request) {
  const { address, all, groups } = await addressOf(services, request);
  const choices = {
    categories: all.map(({ slug, name }) => ({ value: slug, label: name })),
    collections: groups.map(({ slug, name }) => ({ value: slug, label: name })),
  };
  try {
    const query = queryOf(address, address.page, rowsShown);
    const [{ rows, more, total }, tabs] = await Promise.all([
      adminProducts(services, query),
      narrowedTabs(services, query),
    ]);
    const allFit =
      total.exact && total.count > rows.length && total.count <= maxBulkProducts ? total.count : undefined;
    return {
      rows,
      address,
      paging: pagesOf(address.page, rowsShown, more, total),
      allFit,
      tabs,
      choices,
      toast: undefined,
    };
  } catch (error) {
    services.log.error({ err: error }, "the list of products could not be read");
    const paging = { previous: null, next: null };
    return {
      rows: [],
      address,
      paging,
      allFit: undefined,
      tabs: null,
      choices,
      toast: productMessages.productsNotFetched,
    };
  }
}

export type ProductListPage = Awaited<ReturnType<typeof productListPage>>;
