import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { users } from "../../platform/identity/tables.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { type Actor, can } from "../access/actor.ts";
import { contactOf } from "../accounts/users/users.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { isWrittenBy, onlyGivesAddressOf, type Writer } from "../content/messages-of.server.ts";
import { contactMessage, newsletterSubscriber } from "../content/tables.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import type { CustomerWords } from "./customer-rules.ts";
import { type CustomerRow, customerRow } from "./list-customers.server.ts";
import { customer } from "./tables.server.ts";

/** What happened with a customer, for `timelineOf`. `id`: of the order it is about, else null; `text`: its detail. */
export type CustomerEvent = {
  at: Date;
  what:
    | "joined"
    | "ordered"
    | "delivered"
    | "cancelled"
    | "return"
    | "refund"
    | "message"
    | "review"
    | "audit";
  id: string | null;
  text: string;
  amount: number | null;
  /** The member of staff; "" for others. */
  by: string;
};

const eventRows = z.array(
  z.object({
    at: z.coerce.date(),
    what: z.enum([
      "joined",
      "ordered",
      "delivered",
      "cancelled",
      "return",
      "refund",
      "message",
      "review",
      "audit",
    ]),
    id: z.string().nullable(),
    text: z.string(),
    amount: z.coerce.number().nullable(),
    by: z.string(),
  }),
);

/** A customer as the list has them, what staff wrote, and its version; null for a malformed or unknown id. */
export async function customerDetail(
  { db }: { db: Db },
  id: string,
): Promise<(CustomerRow & CustomerWords & { version: number }) | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [row, [words]] = await Promise.all([
    customerRow({ db }, id),
    db
      .select({ tags: customer.tags, note: customer.note, version: customer.version })
      .from(customer)
      .where(eq(customer.userId, id)),
  ]);
  return row && words ? { ...row, ...words } : null;
}

/** What happened with a customer, the newest `most`: orders, returns, refunds, messages, reviews, acts of staff. */
export async function timelineOf(
  { db }: { db: Db },
  { id, email }: Pick<CustomerRow, "id" | "email">,
  most: number,
): Promise<CustomerEvent[]> {
  const { rows } = await db.execute(sql`
    with mine as materialized (
      select id, placed_at, total from orders where user_id = ${id} and placed_at is not null
      order by placed_at desc limit 1000)
    select * from (
      select created_at as at, 'joined' as what, null::uuid as id, '' as text, null::bigint as amount, '' as by
        from users where id = ${id}
      union all select placed_at, 'ordered', id, '', total, '' from mine
      union all select e.at, e.to_value, e.order_id, '', null, case when e.actor_kind = 'staff' then e.actor_name else '' end
        from order_event e join mine on mine.id = e.order_id
        where e.kind = 'status' and e.to_value in ('delivered', 'cancelled')
      union all select r.created_at, 'return', r.order_id, r.kind, null, ''
        from return_request r join mine on mine.id = r.order_id
      union all select r.created_at, 'refund', r.order_id, r.state, r.amount,
          case when r.actor_kind = 'staff' then r.actor_name else '' end
        from refund r join mine on mine.id = r.order_id
      union all select created_at, 'message', null, 'T-' || ticket, null, ''
        from contact_message where ${isWrittenBy({ id, email })}
      union all select v.created_at, 'review', null, p.name, v.rating, ''
        from review v join product p on p.id = v.product_id where v.user_id = ${id}
      union all select x.at, 'audit', null, x.action, null, x.actor_name
        from audit_entry x where x.subject_kind = 'user' and x.subject_id = ${id}
    ) happened order by at desc limit ${most}`);
  return eventRows.parse(rows);
}

/** A return of a customer. `orderId`: its order. */
export type CustomerReturn = { orderId: string; kind: string; state: string; at: Date };
/** A refund of a customer, in paise. */
export type CustomerRefund = { orderId: string; state: string; amount: number; at: Date };

const returnRows = z.array(
  z.object({ orderId: z.string(), kind: z.string(), state: z.string(), at: z.coerce.date() }),
);
const refundRows = z.array(
  z.object({ orderId: z.string(), state: z.string(), amount: z.coerce.number(), at: z.coerce.date() }),
);

/** The newest returns and refunds of a customer, at most `most` of each. */
export async function returnsAndRefundsOf(
  { db }: { db: Db },
  id: string,
  most: number,
): Promise<{ returns: CustomerReturn[]; refunds: CustomerRefund[] }> {
  const [returns, refunds] = await Promise.all([
    db.execute(sql`select r.order_id as "orderId", r.kind, r.state, r.created_at as at
      from return_request r join orders o on o.id = r.order_id where o.user_id = ${id}
      order by r.created_at desc limit ${most}`),
    db.execute(sql`select r.order_id as "orderId", r.state, r.amount, r.created_at as at
      from refund r join orders o on o.id = r.order_id where o.user_id = ${id}
      order by r.created_at desc limit ${most}`),
  ]);
  return { returns: returnRows.parse(returns.rows), refunds: refundRows.parse(refunds.rows) };
}

/** What a customer wrote (`isWrittenBy`), the newest `most`, and how many more only give their address. */
export async function messagesOfCustomer({ db }: { db: Db }, writer: Writer, most: number) {
  const { id, ticket, topic, message, createdAt, conversationId } = contactMessage;
  const [written, claimed] = await Promise.all([
    db
      .select({ id, ticket, topic, message, at: createdAt, conversationId })
      .from(contactMessage)
      .where(isWrittenBy(writer))
      .orderBy(desc(createdAt))
      .limit(most),
    db.$count(contactMessage, onlyGivesAddressOf(writer)),
  ]);
  return { written, claimed };
}

/** The id of the account with an address; null without one. */
export async function customerIdOf({ db }: { db: Db }, email: string): Promise<string | null> {
  const [found] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return found?.id ?? null;
}

/** How staff call an account: by its name, else by its email or number; null without such an account. */
export async function customerNameOf({ db }: { db: Db }, id: string): Promise<string | null> {
  const { name, email, verifiedPhone } = users;
  const [found] = await db.select({ name, email, verifiedPhone }).from(users).where(eq(users.id, id));
  return found ? found.name || contactOf(found) : null;
}

/** Whether an address gets the newsletter, and since when it was asked for; null when it never was. */
export async function newsletterOf({ db }: { db: Db }, email: string | null) {
  if (email === null) return null;
  const { status, requestedAt, confirmedAt, email: address } = newsletterSubscriber;
  const [found] = await db
    .select({ status, requestedAt, confirmedAt })
    .from(newsletterSubscriber)
    .where(and(eq(address, email.toLowerCase()), isNotNull(requestedAt)));
  return found ?? null;
}

/** What staff wrote about a customer, for their data download. */
export async function customerWordsData({ db }: { db: Db }, userId: string): Promise<CustomerWords | null> {
  const [found] = await db
    .select({ tags: customer.tags, note: customer.note })
    .from(customer)
    .where(eq(customer.userId, userId));
  return found ?? null;
}

/**
 * Saves tags and note. Refused: 'not-allowed', 'not-found', 'changed-meanwhile' when somebody else saved since
 * `version`. The audit log, which cannot forget, says that they changed and not what they say.
 */
export async function saveCustomerWords(
  { db }: Pick<Services, "db">,
  { actor, id, version, input }: { actor: Actor; id: string; version: string; input: CustomerWords },
): Promise<Done | Refused<"not-allowed" | "not-found" | "changed-meanwhile">> {
  if (!can(actor, "customers.edit")) return refused("not-allowed");
  return inTransaction<Done | Refused<"not-found" | "changed-meanwhile">>(db, async (tx) => {
    const before = await customerDetail({ db: tx }, id);
    if (!before) return refused("not-found");
    const written = await tx
      .update(customer)
      .set({ ...input, version: sql`${customer.version} + 1` })
      .where(and(eq(customer.userId, id), sql`${customer.version}::text = ${version}`))
      .returning({ version: customer.version });
    if (written.length === 0) return refused("changed-meanwhile");
    const changed = [
      before.note !== input.note && "note",
      before.tags.join() !== input.tags.join() && "tags",
    ].filter((part) => part !== false);
    await recordAction(tx, {
      actor,
      action: "customer.update",
      subject: { kind: "user", id, name: before.name },
      after: { changed: changed.join(" and ") },
    });
    return done();
  });
}
