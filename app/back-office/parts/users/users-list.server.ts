import type { Services } from "../../../../platform/services.server.ts";
import { listUsers } from "../../../../shop/accounts/users/list-users.server.ts";
import { usersPerPage } from "../../../../shop/accounts/users/users.ts";
import { facetTotals } from "../../../../shop/reports/sales-report.server.ts";
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
    listUsers(services, { ...address, role, sort: address.sort === "name" ? "name" : "joined" }),
    facetTotals(services, "user"),
  ]);
  const [admin, user] = [byRole.get("admin") ?? 0, byRole.get("user") ?? 0];
  const counts = { all: admin + user, admin, user };
  const total = address.q === "" ? { count: counts[role || "all"], exact: true } : undefined;
  return { rows, address, counts, paging: pagesOf(address.page, usersPerPage, more, total) };
}
