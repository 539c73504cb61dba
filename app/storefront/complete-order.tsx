import { href, redirect } from "react-router";
import { productPage } from "../../shop/catalogue/product.server.ts";
import { servicesContext } from "../services-context.ts";
import { signedIn } from "../web/guards.server.ts";
import type { Route } from "./+types/complete-order";

/**
 * Needs a login (specification, Complete Your Order). There are no orders yet: a product's id leads to the product,
 * any other to the orders.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  signedIn(context, request, "buy");
  const product = await productPage(context.get(servicesContext), params.id);
  throw redirect(product ? href("/product/:id?", { id: product.slug }) : href("/orders"));
}
