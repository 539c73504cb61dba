import { href } from "react-router";
import { signInFirst } from "../web/guards.server.ts";
import { answerGuest } from "../web/guest-answer.server.ts";
import type { Route } from "./+types/wishlist";

/** Needs a login (specification, Wishlist). */
export function loader({ request }: Route.LoaderArgs) {
  throw signInFirst(request, "wishlist");
}

export async function action({ request }: Route.ActionArgs) {
  return answerGuest(await request.formData(), "wishlist", href("/wishlist"));
}
