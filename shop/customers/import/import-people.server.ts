import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { type AccountHolder, type Actor, can } from "../../access/actor.ts";
import { addAccounts } from "../../accounts/customer/add-accounts.server.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { addSubscribers } from "../../content/newsletter/subscribe.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { pastOrder } from "../tables.server.ts";
import { type ImportedCustomer, type ImportedOrder, type PeopleFile, peopleFile } from "./read-people.ts";

type Ports = Pick<Services, "db" | "clock">;

/** `readPeople` in a thread, so that no request waits for a large file. */
export async function readPeopleFile(
  { threads }: Pick<Services, "threads">,
  bytes: Uint8Array,
): Promise<PeopleFile> {
  for await (const message of threads.run("read-people", { bytes })) return peopleFile.parse(message);
  throw new Error("The file was not read to its end");
}

/** How many were written, and how many were there already and stay as they are. */
export type PeopleOutcome = { added: number; known: number };

const batchSize = 500;

/**
 * Makes accounts of customers (audited), without a password: they log in by a code to their address. Nobody gets an
 * email. Whoever has an account stays as they are; a newsletter address that has left the shop stays away. In: the
 * customers as read. Refused: 'not-allowed'.
 */
export function importCustomers(
  { db, clock }: Ports,
  { actor, fileName, customers }: { actor: Actor; fileName: string; customers: ImportedCustomer[] },
): Promise<Done<PeopleOutcome> | Refused<"not-allowed">> {
  return importing({ db }, { actor, fileName, what: "customers" }, async (tx) => {
    let added = 0;
    for (const batch of batches(customers)) added += await addCustomers(tx, batch, clock.now());
    return { added, known: customers.length - added };
  });
}

async function addCustomers(tx: Db, customers: ImportedCustomer[], now: Date): Promise<number> {
  const made = new Set(await addAccounts(tx, customers));
  const agreed = customers.filter(({ email, newsletter }) => newsletter && made.has(email));
  await addSubscribers(
    tx,
    agreed.map(({ email }) => email),
    now,
  );
  const described = customers.filter(({ email, tags, note }) => made.has(email) && (tags.length > 0 || note));
  await tx.execute(sql`
    update customer set tags = array(select jsonb_array_elements_text(g.tags)), note = g.note
    from jsonb_to_recordset(${JSON.stringify(described)}::jsonb) as g (email citext, tags jsonb, note text)
    join users u on u.email = g.email
    where customer.user_id = u.id`);
  return made.size;
}

/**
 * Stores past orders as history (audited): no stock, no money, no document, no message. One that was imported before,
 * by its number, stays as it is. Refused: 'not-allowed'.
 */
export function importPastOrders(
  { db }: Ports,
  { actor, fileName, orders }: { actor: Actor; fileName: string; orders: ImportedOrder[] },
): Promise<Done<PeopleOutcome> | Refused<"not-allowed">> {
  return importing({ db }, { actor, fileName, what: "past orders" }, async (tx) => {
    let added = 0;
    for (const batch of batches(orders)) {
      const rows = batch.map((order) => ({ source: "shopify" as const, ...order }));
      const { rowCount } = await tx.insert(pastOrder).values(rows).onConflictDoNothing();
      added += rowCount ?? 0;
    }
    return { added, known: orders.length - added };
  });
}

function importing(
  { db }: Pick<Ports, "db">,
  { actor, fileName, what }: { actor: Actor; fileName: string; what: string },
  work: (tx: Db) => Promise<PeopleOutcome>,
): Promise<Done<PeopleOutcome> | Refused<"not-allowed">> {
  return inTransaction<Done<PeopleOutcome> | Refused<"not-allowed">>(db, async (tx) => {
    if (!can(actor, "customers.edit")) return refused("not-allowed");
    const outcome = await work(tx);
    await recordAction(tx, {
      actor,
      action: "import.people",
      subject: { kind: "import", id: what, name: `${what} from ${fileName}` },
      after: outcome,
    });
    return done(outcome);
  });
}

function* batches<One>(all: One[]): Generator<One[]> {
  for (let from = 0; from < all.length; from += batchSize) yield all.slice(from, from + batchSize);
}

const pastLines = z.array(
  z.object({ name: z.string(), sku: z.string(), quantity: z.number(), unit: z.number() }),
);

/** A past order as its customer and staff see it. Amounts in paise. */
export type PastOrder = {
  number: string;
  placedAt: Date;
  state: "open" | "fulfilled" | "cancelled" | "refunded";
  total: number;
  refunded: number;
  lines: z.infer<typeof pastLines>;
};

/** The newest past orders of an address, which must be proven to be the reader's; at most `most`. */
export async function pastOrdersOf({ db }: { db: Db }, email: string, most = 100): Promise<PastOrder[]> {
  const { number, placedAt, state, total, refunded, lines } = pastOrder;
  const rows = await db
    .select({ number, placedAt, state, total, refunded, lines })
    .from(pastOrder)
    .where(eq(pastOrder.email, email))
    .orderBy(desc(placedAt))
    .limit(most);
  return rows.map((row) => ({ ...row, lines: pastLines.catch([]).parse(row.lines) }));
}

/** Past orders of a person in their data download; all of them. */
export async function pastOrdersData({ db }: { db: Db }, email: string | null) {
  if (email === null) return [];
  const { number, email: address, name, phone, city, placedAt, state, total, refunded, lines } = pastOrder;
  return db
    .select({ number, email: address, name, phone, city, placedAt, state, total, refunded, lines })
    .from(pastOrder)
    .where(eq(address, email))
    .orderBy(placedAt);
}

/**
 * Deletes the past orders of a person, in the transaction that deletes their account. The books of the earlier shop have
 * what the tax law asks for.
 */
export async function deletePastOrders(tx: Db, { email }: Pick<AccountHolder, "email">): Promise<void> {
  if (email !== null) await tx.delete(pastOrder).where(eq(pastOrder.email, email));
}
