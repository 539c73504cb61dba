import type { Services } from "../../../../platform/services.server.ts";
import { listPeople } from "../../../../shop/accounts/users/list-users.server.ts";
import { peoplePerPage } from "../../../../shop/accounts/users/users.ts";
import { countsOf } from "../../../../shop/reports/sales-report.server.ts";
import { pagesOf, readListAddress } from "../list-address.ts";
import type { UsersPage } from "./users-table.tsx";

/** The page of users that an address asks for. */
export async function usersPage(services: Services, params: URLSearchParams): Promise<UsersPage> {
  const address = readListAddress(params, {
    sorts: ["-joined", "name"],
    filters: { role: ["admin", "user"] },
  });
  const role =
    address.filters.role === "admin" || address.filters.role === "user" ? address.filters.role : "";
  const [{ rows, more }, byRole] = await Promise.all([
    listPeople(services, { ...address, role, sort: address.sort === "name" ? "name" : "joined" }),
    countsOf(services, "user"),
  ]);
  const [admin, user] = [byRole.get("admin") ?? 0, byRole.get("user") ?? 0];
  const counts = { all: admin + user, admin, user };
  const total = address.q === "" ? { count: counts[role || "all"], exact: true } : undefined;
  return { rows, address, counts, paging: pagesOf(address.page, peoplePerPage, more, total) };
}
