import { users } from "../../platform/identity/tables.server.ts";
import type { Customer } from "../../shop/access/actor.ts";
import { stableId } from "../stable-id.ts";
import { day, daysBack, minute } from "./calendar.ts";
import type { PastShop } from "./past-shop.server.ts";
import { type DemoPerson, personOf } from "./people.ts";
import { randomOf } from "./random.ts";

export type DemoCustomer = DemoPerson & Customer;

/** Customers per order: regulars buy often, most people once or twice. */
const customersPerOrder = 0.36;

/** Assigns a customer to each order. In: the number of orders, and the seed. */
export function customersOf(past: PastShop, orders: number, seed: string) {
  const most = Math.max(1, Math.round(orders * customersPerOrder));
  const known = new Map<number, DemoCustomer>();
  const join = async (number: number, at: number): Promise<DemoCustomer> => {
    const before = known.get(number);
    if (before) return before;
    const person = personOf(number, randomOf(`${seed} person ${number}`));
    const id = stableId("demo customer", String(number));
    const customer: DemoCustomer = { ...person, kind: "customer", id };
    known.set(number, customer);
    past.clock.set(at - 12 * minute);
    await past.act(async () => {
      // Without a password: nobody can sign in as one of them.
      const row = { id: customer.id, name: person.name, email: person.email, emailVerified: true };
      await past.services.db.insert(users).values(row);
      return { ok: true };
    });
    past.clock.set(at);
    return customer;
  };
  return {
    /** The customer of the next order; a new one signs up before it. `luck`: from 0 to 1. */
    forOrder: (luck: number, at: number) => join(1 + Math.floor(most * luck ** 1.5), at),
    /** Customers who signed up and have not ordered yet. */
    planVisitors(now: number) {
      const random = randomOf(`${seed} visitors`);
      for (let number = most + 1; number <= most + Math.round(most / 6); number++) {
        const at = now - random.next() * (daysBack - 1) * day;
        past.agenda.plan(at, () => join(number, at));
      }
    },
    all: () => [...known.values()],
  };
}
