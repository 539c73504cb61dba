import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import { type Actor, can } from "../access/actor.ts";
import { readMobile } from "../accounts/customer/formats.ts";
import { listUsers } from "../accounts/users/list-users.server.ts";
import type { UserRow } from "../accounts/users/users.ts";
import { cleanLine } from "../text/clean-text.ts";
import { listCustomers } from "./list-customers.server.ts";

const most = 12;

type FoundAccount = Pick<UserRow, "id" | "name" | "email" | "phone" | "verifiedPhone">;

/**
 * Accounts by part of their name, phone in any form, also of their orders, or email. Staff without `customers.view` find
 * only the account whose whole number or address they were told.
 */
export async function findCustomers(
  ports: Pick<Services, "db" | "clock">,
  actor: Actor,
  typed: string,
): Promise<FoundAccount[]> {
  const q = cutText(cleanLine(typed), 80);
  if (q.length < 3) return [];
  const phone = readMobile(q);
  const asked = { q: phone ?? q, descending: true, page: 1 } as const;
  if (can(actor, "customers.view")) {
    const all = { sort: "last", ordered: "", newsletter: "", tag: "", rule: null };
    const { rows } = await listCustomers(ports, { ...asked, ...all });
    if (rows.length > 0) return rows.slice(0, most);
  }
  const { rows } = await listUsers(ports, { ...asked, role: "", sort: "joined" });
  const isTold = ({ email, phone: own, verifiedPhone }: FoundAccount) =>
    email?.toLowerCase() === q.toLowerCase() ||
    (phone !== null && (own === phone || verifiedPhone === phone));
  return rows.filter((row) => can(actor, "customers.view") || isTold(row)).slice(0, most);
}
