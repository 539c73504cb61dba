import type { Services } from "../../../../platform/services.server.ts";
import { listRoles } from "../../../../shop/access/roles.server.ts";
import { listUsers } from "../../../../shop/accounts/users/list-users.server.ts";
import { usersPerPage } from "../../../../shop/accounts/users/users.ts";
import { facetTotals } from "../../../../shop/reports/sales-report.server.ts";
import { pagesOf, readListAddress } from "./list-address.ts";
import type { RoleOption, UsersPage } from "./users-table.tsx";

/** The roles as select options. */
export async function roleOptions({ db }: Pick<Services, "db">): Promise<RoleOption[]> {
  return (await listRoles({ db })).map(({ key, name }) => ({ value: key, label: name }));
}

/** One page of users for an address. */
export async function usersPage(services: Services, params: URLSearchParams): Promise<UsersPage> {
  const roles = await roleOptions(services);
  const address = readListAddress(params, {
    sorts: ["-joined", "name"],
    filters: { role: roles.map(({ value }) => value) },
  });
  const { role = "" } = address.filters;
  const [{ rows, more }, byRole] = await Promise.all([
    listUsers(services, { ...address, role, sort: address.sort === "name" ? "name" : "joined" }),
    facetTotals(services, "user"),
  ]);
  const all = { value: "", label: "All", count: [...byRole.values()].reduce((sum, one) => sum + one, 0) };
  const counted = roles.map((one) => ({ ...one, count: byRole.get(one.value) ?? 0 }));
  const named = (key: string) => counted.filter(({ value }) => value === key);
  const others = counted.filter(({ value, count }) => !["admin", "user"].includes(value) && count > 0);
  const tabs = [all, ...named("admin"), ...named("user"), ...others];
  const count = counted.find(({ value }) => value === role)?.count ?? all.count;
  const total = address.q === "" ? { count, exact: true } : undefined;
  return { rows, address, roles, tabs, paging: pagesOf(address.page, usersPerPage, more, total) };
}
