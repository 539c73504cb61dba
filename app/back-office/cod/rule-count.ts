import { codSubject, countCodOrders } from "../../../shop/cod/cod-rules.server.ts";
import { readRule } from "../../../shop/rules/rules.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/rule-count";

/** How many cash orders the rule in the query fits; null for one that is incomplete. For the editor of rules. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const rule = readRule(await codSubject(services), new Map(new URL(request.url).searchParams));
  return Response.json({ matches: rule.ok ? await countCodOrders(services, rule.value) : null });
}
