import { cutText } from "../../../platform/text/cut-text.ts";
import { staffProducts } from "../../../shop/catalogue/edit/staff-products.server.ts";
import { offerInWords } from "../../../shop/offers/offer-words.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/lookup";

const mostChoices = 10;

/**
 * For the form of an offer: with a query `q` the products that it finds, as `{ choices }` of slug and name; else what
 * the offer in the query does, as `{ words }`.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const asked = new URL(request.url).searchParams;
  const q = asked.get("q");
  if (q === null) {
    const id = asked.get("id") || null;
    return Response.json({ words: await offerInWords(services, new Map(asked), id) });
  }
  const { rows } = await staffProducts(services, {
    text: cutText(q, 80),
    status: "",
    category: "",
    collection: "",
    stock: "",
    sort: "name",
    descending: false,
    page: 1,
    size: mostChoices,
  });
  return Response.json({ choices: rows.map(({ slug, name }) => ({ value: slug, label: name })) });
}
