import type { Services } from "../../../../platform/services.server.ts";
import { maxBulkProducts } from "../../../../shop/catalogue/bulk/bulk-change.ts";
import { categories, collections } from "../../../../shop/catalogue/collections.server.ts";
import { collectionsByHand } from "../../../../shop/catalogue/edit/product-to-edit.server.ts";
import {
  type CodesWithoutRate,
  narrowedTabs,
  type StaffProductQuery,
  staffProducts,
} from "../../../../shop/catalogue/edit/staff-products.server.ts";
import { codesWithoutRate } from "../../../../shop/reports/untaxed-products.server.ts";
import { shopSettings } from "../../../../shop/settings/settings.server.ts";
import { productMessages } from "../../../parts/messages/office/product-messages.ts";
import { type ListAddress, listPage, readListAddress } from "./list-address.ts";

const rowsShown = 25;
const sorts = ["-newest", "newest", "name", "-name", "price", "-price"] as const;

/** The product query of a list's address. */
function queryOf(
  address: ListAddress,
  untaxed: CodesWithoutRate | null,
  page: number,
  size: number,
): StaffProductQuery {
  const { status = "", category = "", collection = "", stock = "" } = address.filters;
  return {
    text: address.q,
    status: status === "out" ? "" : status,
    category,
    collection,
    stock: status === "out" ? "out" : stock === "in" || stock === "low" ? stock : "",
    untaxed,
    sort: address.sort === "name" || address.sort === "price" ? address.sort : "newest",
    descending: address.descending,
    page,
    size,
  };
}

/** The codes to look for when the list shows products without a GST rate. */
async function untaxedIn(services: Services, { filters }: ListAddress): Promise<CodesWithoutRate | null> {
  if (filters.tax !== "none") return null;
  return codesWithoutRate(services, await shopSettings(services));
}

/** The sort orders and filters of the list, and the choices of its filters. */
async function allowedIn(services: Services) {
  const [all, groups, byHand] = await Promise.all([
    categories(services),
    collections(services),
    collectionsByHand(services),
  ]);
  const filters = {
    status: ["active", "draft", "archived", "out"],
    category: [...all.map(({ slug }) => slug), "none"],
    collection: groups.map(({ slug }) => slug),
    stock: ["in", "low"],
    tax: ["none"],
  };
  const choices = {
    categories: all.map(({ slug, name }) => ({ value: slug, label: name })),
    collections: groups.map(({ slug, name }) => ({ value: slug, label: name })),
    byHand: byHand.map(({ slug, name }) => ({ value: slug, label: name })),
  };
  return { allowed: { sorts, filters }, choices };
}

/** The ids of all products that match an address on all pages, up to the limit of a bulk edit. */
export async function productIds(services: Services, request: Request): Promise<string[]> {
  const { allowed } = await allowedIn(services);
  const address = readListAddress(new URL(request.url).searchParams, allowed);
  const { rows } = await staffProducts(
    services,
    queryOf(address, await untaxedIn(services, address), 1, maxBulkProducts),
  );
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
      const untaxed = await untaxedIn(services, address);
      const query = queryOf(address, untaxed, address.page, address.size);
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
