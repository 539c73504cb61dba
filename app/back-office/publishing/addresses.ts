import { readListing } from "../../../shop/catalogue/listing-address.ts";
import { listProducts } from "../../../shop/search/list-products.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/addresses";

/** Addresses of products by the words in the query `q`, for the suggestions of `AddressField`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const q = new URL(request.url).searchParams.get("q")?.slice(0, 100) ?? "";
  const asked = readListing(new URLSearchParams({ q }));
  const { products } = await listProducts(context.get(servicesContext), asked, [], {
    cards: 8,
    categoriesOnly: true,
  });
  const choices = products.map(({ slug, name }) => ({
    value: `/product/${slug}`,
    label: `${name} (product)`,
  }));
  return Response.json({ choices });
}
