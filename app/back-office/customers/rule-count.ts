import { customerRules } from "../../../shop/customers/customer-rules.ts";
import { countCustomers } from "../../../shop/customers/list-customers.server.ts";
import { readRule } from "../../../shop/rules/rules.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/rule-count";

/** How many customers fit the rule in the query; null for one that is incomplete. For the editor of rules. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const rule = readRule(customerRules, new Map(new URL(request.url).searchParams));
  const matches = rule.ok ? await countCustomers(context.get(servicesContext), rule.value) : null;
  return Response.json({ matches });
}
