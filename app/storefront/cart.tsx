import { href } from "react-router";
import { signInFirst } from "../web/guards.server.ts";
import { answerGuest } from "../web/guest-answer.server.ts";
import type { Route } from "./+types/cart";

/** Needs a login (specification, Cart). */
export function loader({ request }: Route.LoaderArgs) {
  throw signInFirst(request, "cart");
}

export async function action({ request }: Route.ActionArgs) {
  const fields = await request.formData();
  return answerGuest(fields, fields.get("intent") === "buy" ? "buy" : "cart", href("/cart"));
}
