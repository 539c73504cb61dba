import { codSubject, countCodOrders } from "../../../shop/cod/cod-rules.server.ts";
import { findVariants } from "../../../shop/draft-orders/drafts.server.ts";
import { readRule } from "../../../shop/rules/rules.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/rule-count";

/**
 * For the editor of rules: with a query `q` the SKUs of the variants that it finds, as `{ choices }`; else how many cash
 * orders the rule in the query fits, null for one that is incomplete.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const asked = new URL(request.url).searchParams;
  const q = asked.get("q");
  if (q !== null) {
    const choices = (await findVariants(services, q)).map(({ sku, name, colour, size }) => ({
      value: sku,
      label: `${[name, colour, size].filter(Boolean).join(", ")} (${sku})`,
    }));
    return Response.json({ choices });
  }
  const rule = readRule(await codSubject(services), new Map(asked));
  return Response.json({ matches: rule.ok ? await countCodOrders(services, rule.value) : null });
}
