import { href, redirect } from "react-router";
import { signedIn } from "../web/guards.server.ts";
import type { Route } from "./+types/order-confirmation";

/** Needs a login; an order that is missing leads to the orders (specification, Order confirmation). */
export function loader({ request, context }: Route.LoaderArgs) {
  signedIn(context, request);
  throw redirect(href("/orders"));
}
