import type { Services } from "../../../platform/services.server.ts";
import { customerGroups } from "../../../shop/customers/groups.server.ts";
import {
  type CustomerQuery,
  customerSorts,
  customersPerPage,
  customerTags,
} from "../../../shop/customers/list-customers.server.ts";
import { type ListAddress, readListAddress } from "../parts/lists/list-address.ts";

/** What the addresses of the list and of its download can ask for: the filters with the groups and tags there are. */
export async function customerListOptions(services: Pick<Services, "db">) {
  const [groups, tags] = await Promise.all([customerGroups(services), customerTags(services)]);
  const readable = groups.filter(({ rule }) => rule !== null);
  return {
    groups: readable,
    tags,
    allowed: {
      sorts: customerSorts,
      size: customersPerPage,
      filters: {
        ordered: ["yes", "no"],
        newsletter: ["yes", "no"],
        group: readable.map(({ id }) => id),
        tag: tags,
      },
    },
  };
}

export type CustomerListOptions = Awaited<ReturnType<typeof customerListOptions>>;

/** The query of the list for an address. */
export function customerQuery(
  { filters, q, sort, descending, page }: ListAddress,
  { groups }: Pick<CustomerListOptions, "groups">,
): CustomerQuery {
  const { ordered = "", newsletter = "", tag = "", group = "" } = filters;
  const rule = groups.find(({ id }) => id === group)?.rule ?? null;
  return { q, sort, descending, page, ordered, newsletter, tag, rule };
}

/** The same read from a request. */
export async function customerQueryOf(
  services: Pick<Services, "db">,
  request: Request,
): Promise<CustomerQuery> {
  const options = await customerListOptions(services);
  const address = readListAddress(new URL(request.url).searchParams, options.allowed);
  return customerQuery(address, options);
}
