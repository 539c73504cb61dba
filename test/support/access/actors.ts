import { randomUUID } from "node:crypto";
import { type Customer, type Staff, type System, system } from "../../../shop/access/actor.ts";
import { permissions } from "../../../shop/access/permissions.ts";

/** A member of staff who may do everything; without an account unless told whose. */
export function aStaffMember({
  id = randomUUID(),
  name = "Admin",
}: {
  id?: string;
  name?: string;
} = {}): Staff {
  return { kind: "staff", id, name, permissions: new Set(permissions) };
}

/** The same one everywhere, for tests that do not ask who it was. */
export const someStaff: Staff = aStaffMember();

/** Somebody as a customer by their id alone. */
export function customerOf({ id }: { id: string }): Customer {
  return { kind: "customer", id, name: "A Customer" };
}

/** A job of the shop. */
export const someJob: System = system("a-test");
