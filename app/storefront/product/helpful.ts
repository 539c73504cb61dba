import { href, redirect } from "react-router";
import { takeBackHelpful, voteHelpful } from "../../../shop/reviews/helpful.server.ts";
import { redirectWithToast } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { nextPath } from "../../http/forms/pending-intent.server.ts";
import { userOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/helpful";

const productPath = (id: string) => href("/product/:id?", { id: encodeURIComponent(id) });

/** After signing in to vote the user returns to the reviews. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`${productPath(params.id)}#reviews`);
}

/** Adds or removes a vote for a review. A refused one changes nothing; the target page shows why. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const customer = userOf(context);
  const fields = await formFields({ request, context });
  const review = fields.get("review") ?? "";
  if (fields.get("intent") === "take-back") await takeBackHelpful(services, customer, review);
  else await voteHelpful(services, customer, review);
  return redirectWithToast(`${nextPath(fields, productPath(params.id))}#reviews`);
}
