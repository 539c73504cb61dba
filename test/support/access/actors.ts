import { randomUUID } from "node:crypto";
import { type Customer, type Staff, type System, system } from "../../../shop/access/actor.ts";
import { permissions } from "../../../shop/access/permissions.ts";

/** A staff actor with all permissions; without an account unless one is given. */
export function aStaffMember({
  id = randomUUID(),
  name = "Admin",
}: {
  id?: string;
  name?: string;
} = {}): Staff {
  return { kind: "staff", id, name, permissions: new Set(permissions) };
}

/** One staff actor for tests in which it does not matter who acts. */
export const someStaff: Staff = aStaffMember();

/** Somebody as a customer by their id alone. */
export function customerOf({ id }: { id: string }): Customer {
  return { kind: "customer", id, name: "A Customer" };
}

/** A job of the shop. */
export const someJob: System = system("a-test");
