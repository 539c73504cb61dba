import type { Services } from "../../../../platform/services.server.ts";
import type { Staff } from "../../../../shop/access/actor.ts";
import { listRoles, rolesToGive } from "../../../../shop/access/roles.server.ts";
import { listUsers } from "../../../../shop/accounts/users/list-users.server.ts";
import { usersPerPage } from "../../../../shop/accounts/users/users.ts";
import { facetTotals } from "../../../../shop/reports/sales-report.server.ts";
import { listPage } from "./list-address.ts";

/** A role as a select option. */
export type RoleOption = { value: string; label: string };

/** The roles as select options. */
export async function roleOptions({ db }: Pick<Services, "db">): Promise<RoleOption[]> {
  return (await listRoles({ db })).map(({ key, name }) => ({ value: key, label: name }));
}

/** The roles that a member of staff can give, as select options. */
export async function roleOptionsOf({ db }: Pick<Services, "db">, staff: Staff): Promise<RoleOption[]> {
  return (await rolesToGive({ db }, staff)).map(({ key, name }) => ({ value: key, label: name }));
}

/** One page of users for an address, with the specification's tabs. Who has which other role is under Team. */
export async function usersPage(services: Services, request: Request) {
  const roles = await roleOptions(services);
  const filters = { role: roles.map(({ value }) => value) };
  const asked = { sorts: ["-joined", "name"] as const, filters, size: usersPerPage };
  return listPage(request, asked, async ({ filters: { role = "" }, sort, ...address }) => {
    const [found, byRole] = await Promise.all([
      listUsers(services, { ...address, role, sort: sort === "name" ? "name" : "joined" }),
      facetTotals(services, "user"),
    ]);
    const all = { value: "", label: "All", count: [...byRole.values()].reduce((sum, one) => sum + one, 0) };
    const counted = roles.map((one) => ({ ...one, count: byRole.get(one.value) ?? 0 }));
    const named = (key: string) => counted.filter(({ value }) => value === key);
    const tabs = [all, ...named("admin"), ...named("user")];
    const count = counted.find(({ value }) => value === role)?.count ?? all.count;
    return { ...found, total: address.q === "" ? { count, exact: true } : undefined, roles, tabs };
  });
}

export type UsersPage = Awaited<ReturnType<typeof usersPage>>;
