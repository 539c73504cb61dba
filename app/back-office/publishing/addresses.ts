import { suggest } from "../../../shop/search/suggest.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/addresses";

/** Addresses of products by the words in the query `q`, for the suggestions of `AddressField`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const q = new URL(request.url).searchParams.get("q")?.slice(0, 100) ?? "";
  const { products } = await suggest(context.get(servicesContext), q);
  const choices = products.map(({ slug, name }) => ({
    value: `/product/${slug}`,
    label: `${name.map(({ text }) => text).join("")} (product)`,
  }));
  return Response.json({ choices });
}
