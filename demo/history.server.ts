import { like, sql } from "drizzle-orm";
import { connect, type Db, inTransaction } from "../platform/database/database.server.ts";
import { isMarked, markDone, unmark } from "../platform/database/one-time-tasks.server.ts";
import { users } from "../platform/identity/tables.server.ts";
import type { Services } from "../platform/services.server.ts";
import type { Staff } from "../shop/access/actor.ts";
import { permissions } from "../shop/access/permissions.ts";
import { jobHandlers } from "../shop/jobs.server.ts";
import { currentSettings, saveSettings } from "../shop/settings/save-settings.server.ts";
import { buy } from "./history/buying.server.ts";
import { day, daysBack, momentsOfOrders } from "./history/calendar.ts";
import { readCatalogue } from "./history/catalogue.server.ts";
import { customersOf } from "./history/customers.server.ts";
import { bindDefaults, moveClock, unbindDefaults } from "./history/demo-clock.server.ts";
import { planFulfilment } from "./history/fulfilment.server.ts";
import { scenariosOf } from "./history/order-scenarios.ts";
import { type PastShop, pastShop } from "./history/past-shop.server.ts";
import { randomOf } from "./history/random.ts";
import { countSearches, planShopLife } from "./history/shop-life.server.ts";
import { stableId } from "./stable-id.ts";

/** In the table one_time_task from the first start of a demo until its history is complete. */
const wanted = "demo history wanted";

/** The same seed gives the same history; only ids and the last day differ. */
const seed = "campus-style";

/** Besides the demo's admin in demo/catalogue/people.json. They have no password, so nobody can sign in as them. */
const moreStaff = ["Meera Iyer", "Farhan Ali"];

/**
 * Assigned to nobody: no PAN begins like this. The state is Delhi's, like the shop's address; its check digit is right.
 */
const demoGstin = "07DEMOC0000D1ZG";

/**
 * No timeouts of a request; and the tables are empty when their statements are planned once, so the planner must not
 * conclude that a sequential scan is cheap.
 */
const longWork = `set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set jit = off`;

/** Records, in the transaction of the first start, that this demo gets an order history. */
export async function wantDemoHistory(db: Db): Promise<void> {
  await markDone(db, wanted);
}

/** A history to create. */
export type DemoHistory = {
  /** Creates it, once, while the shop is open. Out: whether it was completed; false when it was aborted. */
  make(): Promise<boolean>;
  /** Aborts it after the action in progress; what was created stays. */
  giveUp(): Promise<void>;
};

class GivenUp extends Error {}

/**
 * Creates the order history of a demo shop, 120 days, if enabled: customers, orders in every state, payments, returns,
 * refunds, reviews, messages, searches and stock, all created by the shop's own functions at their time
 * (docs/decisions/0023-demo-history.md), each action in a transaction of its own: nobody waits for longer. Call it before the shop opens, because it changes column
 * defaults; jobs start after it, so that no document gets its number in between. In: the services; the database URL of
 * the tables' owner; the approximate number of orders, 0 for none. Out: null when there is none to create or another
 * server creates it.
 */
export async function prepareDemoHistory(
  services: Services,
  { url, orders }: { url: string; orders: number },
): Promise<DemoHistory | null> {
  const connection = connect({ url, log: services.log, max: 1 });
  const { db } = connection;
  const only = await db.execute(sql`select pg_try_advisory_lock(hashtext(${wanted})) as mine`);
  const asked = await isMarked(db, wanted);
  if (!only.rows[0]?.mine || !asked || orders === 0) {
    // Cleans up after a process that was killed.
    if (only.rows[0]?.mine) await unbindDefaults(db);
    await connection.close();
    return null;
  }
  try {
    await bindDefaults(db);
  } catch (error) {
    await connection.close();
    throw error;
  }
  let givenUp = false;
  const goesOn = () => {
    if (givenUp) throw new GivenUp();
  };
  let making: Promise<boolean> = Promise.resolve(false);
  const make = async () => {
    try {
      const found = await countSearches(services);
      await db.execute(sql.raw(longWork));
      await inTransaction(db, async (tx) => {
        await unmark(tx, wanted);
        await liveThrough(services, tx, { orders, found, goesOn });
      });
      await db.execute(sql`reset all`);
      await unbindDefaults(db);
      // The planner has no statistics yet of the new rows.
      await db.execute(sql`analyze`);
      return true;
    } catch (error) {
      if (error instanceof GivenUp) return false;
      throw error;
    } finally {
      await connection.close();
    }
  };
  return {
    make() {
      making = make();
      return making;
    },
    async giveUp() {
      givenUp = true;
      await making.catch(() => undefined);
    },
  };
}

async function liveThrough(
  running: Services,
  tx: Db,
  { orders, found, goesOn }: { orders: number; found: ReadonlyMap<string, number>; goesOn(): void },
) {
  const now = running.clock.now();
  const begin = new Date(now.getTime() - (daysBack + 1) * day);
  const clock = await moveClock(tx, begin);
  const catalogue = await readCatalogue(tx);
  const staff = await engageStaff(tx);
  await tx.update(users).set({ createdAt: begin }).where(like(users.email, "%@campus.test"));
  const past = pastShop(running, tx, clock, { catalogue, staff });
  await register(past, staff[0]);
  const customers = customersOf(past, orders, seed);
  planOrders(past, customers, { orders, now });
  customers.planVisitors(now.getTime());
  planShopLife({ past, now, orders, seed, found, customers: customers.all });
  await past.agenda.runUntil(now.getTime(), (at) => {
    goesOn();
    clock.set(at);
  });
  clock.set(now.getTime());
  await past.keepNewestMails();
  const handlers = jobHandlers(past.services);
  for (const job of [
    "release-reservations",
    "reconcile-payments",
    "sweep-expired",
    "roll-up-counters",
    "roll-up-metrics",
    "count-pairs",
  ])
    await past.act(async () => {
      await handlers[job]?.({});
      return { ok: true };
    });
}

function planOrders(
  past: PastShop,
  customers: ReturnType<typeof customersOf>,
  { orders, now }: { orders: number; now: Date },
) {
  const random = randomOf(`${seed} orders`);
  const moments = momentsOfOrders(orders, now, random);
  for (const [index, scenario] of scenariosOf(orders, random).entries()) {
    const own = randomOf(`${seed} order ${index}`);
    const [from, to] = scenario.ago ?? [0, 0];
    const recent = now.getTime() - (from + own.next() * (to - from)) * day;
    const at = scenario.ago ? recent : (moments[index]?.getTime() ?? recent);
    past.agenda.plan(at, async () => {
      const key = `demo-order-${String(index).padStart(4, "0")}`;
      const customer = await customers.forOrder(own.next(), at);
      const purchase = { key, customer, course: scenario.course, at, random: own };
      const id = await buy(past, purchase);
      if (id) planFulfilment(past, purchase, id, scenario);
    });
  }
}

/** The demo's admin and two more. */
async function engageStaff(tx: Db): Promise<[Staff, ...Staff[]]> {
  const more = moreStaff.map((name) => ({ id: stableId("demo staff", name), name }));
  const rows = more.map((one) => ({
    ...one,
    email: `${one.name.toLowerCase().replace(" ", ".")}@campus.test`,
    role: "admin",
    emailVerified: true,
  }));
  await tx.insert(users).values(rows);
  const email = "admin@campus.test";
  const staff = (id: string, name: string): Staff => ({
    kind: "staff",
    id,
    name,
    permissions: new Set(permissions),
  });
  return [staff(stableId("person", email), "Demo Admin"), ...more.map(({ id, name }) => staff(id, name))];
}

/** With a GSTIN the shop issues tax invoices and credit notes from its first parcel on. */
async function register({ services, act }: PastShop, actor: Staff) {
  const { settings, version } = await currentSettings(services.db, ["legal"]);
  const legal = { ...settings.legal, gstin: demoGstin };
  await act(() => saveSettings(services, { actor, changes: { legal }, version }));
}
