import { countMatches, productRuleChoices } from "../../../shop/catalogue/membership/membership.server.ts";
import { productRulesOf } from "../../../shop/catalogue/membership/product-rules.ts";
import { readRule } from "../../../shop/rules/rules.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/rule-count";

/** How many products fit the rule in the query; null for one that is incomplete. For the editor of rules. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const subject = productRulesOf(await productRuleChoices(services));
  const rule = readRule(subject, new Map(new URL(request.url).searchParams));
  return Response.json({ matches: rule.ok ? await countMatches(services, rule.value) : null });
}
