import { findCustomers } from "../../../../shop/customers/find-customers.server.ts";
import { findVariants } from "../../../../shop/draft-orders/drafts.server.ts";
import { staffOf } from "../../../http/guards.server.ts";
import { servicesContext } from "../../../services-context.ts";
import type { Route } from "./+types/find";
import type { DraftFound } from "./find-fields.tsx";

/** Customers or items for an order by hand, while staff type. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const params = new URL(request.url).searchParams;
  const q = params.get("q") ?? "";
  const isForCustomer = params.get("for") === "customer";
  const customers = isForCustomer ? await findCustomers(services, staffOf(context), q) : [];
  const found: DraftFound = {
    q,
    customers: customers.map(({ id, name, email, phone, verifiedPhone }) => ({
      id,
      name,
      email,
      phone,
      verifiedPhone,
    })),
    variants: isForCustomer ? [] : await findVariants(services, q),
  };
  return Response.json(found);
}
