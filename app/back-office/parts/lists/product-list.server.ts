import type { Services } from "../../../../platform/services.server.ts";
import { maxBulkProducts } from "../../../../shop/catalogue/bulk/bulk-change.ts";
import { categories, collections } from "../../../../shop/catalogue/collections.server.ts";
import { formChoices } from "../../../../shop/catalogue/edit/product-to-edit.server.ts";
import {
  narrowedTabs,
  type StaffProductQuery,
  staffProducts,
} from "../../../../shop/catalogue/edit/staff-products.server.ts";
import { productMessages } from "../../../parts/messages/office/product-messages.ts";
import { type ListAddress, listPage, readListAddress } from "./list-address.ts";

const rowsShown = 25;
const sorts = ["-newest", "newest", "name", "-name", "price", "-price"] as const;

/** The product query of a list's address. */
function queryOf(address: ListAddress, page: number, size: number): StaffProductQuery {
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

/** The sort orders and filters of the list, and the choices of its filters. */
async function allowedIn(services: Services) {
  const [all, groups, form] = await Promise.all([
    categories(services),
    collections(services),
    formChoices(services),
  ]);
  const filters = {
    status: ["active", "draft", "archived", "out"],
    category: [...all.map(({ slug }) => slug), "none"],
    collection: groups.map(({ slug }) => slug),
    stock: ["in", "low"],
  };
  const choices = {
    categories: all.map(({ slug, name }) => ({ value: slug, label: name })),
    collections: groups.map(({ slug, name }) => ({ value: slug, label: name })),
    byHand: form.collections.map(({ slug, name }) => ({ value: slug, label: name })),
  };
  return { allowed: { sorts, filters }, choices };
}

/** The ids of all products that match an address on all pages, up to the limit of a bulk edit. */
export async function productIds(services: Services, request: Request): Promise<string[]> {
  const { allowed } = await allowedIn(services);
  const address = readListAddress(new URL(request.url).searchParams, allowed);
  const { rows } = await staffProducts(services, queryOf(address, 1, maxBulkProducts));
  return rows.map(({ id }) => id);
}

/**
 * Data of the product list, on its own page and in the dashboard's tab. A failed query shows the specification's
 * message and leaves the rest of the screen.
 */
export async function productListPage(services: Services, request: Request) {
  const { allowed, choices } = await allowedIn(services);
  return listPage(request, { ...allowed, size: rowsShown }, async (address) => {
    try {
      const query = queryOf(address, address.page, address.size);
      const [found, tabs] = await Promise.all([
        staffProducts(services, query),
        narrowedTabs(services, query),
      ]);
      const { exact, count } = found.total;
      const allFit = exact && count > found.rows.length && count <= maxBulkProducts ? count : undefined;
      return { ...found, allFit, tabs, choices, toast: undefined };
    } catch (error) {
      services.log.error({ err: error }, "the list of products could not be read");
      const toast = productMessages.productsNotFetched;
      return { rows: [], more: false, allFit: undefined, tabs: null, choices, toast };
    }
  });
}

export type ProductListPage = Awaited<ReturnType<typeof productListPage>>;
