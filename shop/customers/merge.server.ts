import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { deleteSecrets } from "../../platform/identity/one-time-secrets.server.ts";
import { users } from "../../platform/identity/tables.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { can } from "../access/actor.ts";
import { maxAddresses } from "../accounts/customer/address.ts";
import { readMobile } from "../accounts/customer/formats.ts";
import { type ReauthRefusal, reauthRefusal } from "../accounts/reauthenticate.server.ts";
import { endSessions } from "../accounts/sessions.server.ts";
import type { AskingStaff } from "../accounts/users/change-user.server.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { wordsMost } from "./customer-rules.ts";

/*
 * Two accounts of one person become one. What belongs to the one that goes moves to the one that stays, in one
 * transaction; then its sessions end and its row is deleted, so that its address and number are free, or taken over by
 * the account that stays where that has none.
 */

const accountRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  verifiedPhone: z.string().nullable(),
  role: z.string(),
  blocked: z.boolean(),
});
type MergedAccount = z.infer<typeof accountRow>;

/** How many of each move. */
const moving = z.object({
  orders: z.number(),
  addresses: z.number(),
  cart: z.number(),
  wishlist: z.number(),
  reviews: z.number(),
  pastOrders: z.number(),
  messages: z.number(),
});

/** What a merge would do. `email` and `phone`: what becomes of those of the account that goes; null: it has none. */
export type MergePreview = {
  stays: Pick<MergedAccount, "id" | "name" | "email" | "verifiedPhone">;
  goes: Pick<MergedAccount, "id" | "name" | "email" | "verifiedPhone">;
  moves: z.infer<typeof moving>;
  /** What staff wrote of the account that goes: tags that the other lacks, those without room, and its note. */
  tags: string[];
  lostTags: string[];
  note: "moves" | "cut" | null;
  email: "taken-over" | "released" | null;
  phone: "taken-over" | "released" | null;
};

type PairRefusal = "not-found" | "itself" | "staff" | "blocked";

/** The account that staff mean by an id, an email address or a mobile number in any form; null for none. */
async function accountMeant(db: Db, typed: string): Promise<string | null> {
  const text = typed.trim();
  if (z.uuid().safeParse(text).success) return text;
  const phone = readMobile(text);
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(phone ? eq(users.verifiedPhone, phone) : eq(users.email, text.slice(0, 254)))
    .limit(1);
  return found?.id ?? null;
}

/** Both accounts; `lock`: until the transaction ends, always in the same order. */
async function pairOf(
  db: Db,
  ids: { stays: string; goes: string },
  lock: boolean,
): Promise<Done<{ stays: MergedAccount; goes: MergedAccount }> | Refused<PairRefusal>> {
  if (ids.stays === ids.goes) return refused("itself");
  const { rows } = await db.execute(sql`
    select id, name, email, email_verified as "emailVerified", verified_phone as "verifiedPhone", role,
      banned_at is not null as blocked
    from users where id = any(${sql.param([ids.stays, ids.goes])}::uuid[]) order by id ${lock ? sql`for update` : sql``}`);
  const found = z.array(accountRow).parse(rows);
  const stays = found.find(({ id }) => id === ids.stays);
  const goes = found.find(({ id }) => id === ids.goes);
  if (!stays || !goes) return refused("not-found");
  if (stays.role !== "user" || goes.role !== "user") return refused("staff");
  if (stays.blocked || goes.blocked) return refused("blocked");
  return done({ stays, goes });
}

/**
 * What merging another account into this one would do; nothing is changed. In: the id of the one that stays, and an id,
 * email address or mobile number of the other. Refused: 'not-found', 'itself', 'staff' when one has a role, 'blocked'
 * when one is blocked: a block must not end that way.
 */
export async function previewMerge(
  { db }: { db: Db },
  stayingId: string,
  typed: string,
): Promise<Done<MergePreview> | Refused<PairRefusal>> {
  const goingId = await accountMeant(db, typed);
  if (!goingId || !z.uuid().safeParse(stayingId).success) return refused("not-found");
  const pair = await pairOf(db, { stays: stayingId, goes: goingId }, false);
  if (!pair.ok) return pair;
  const { stays, goes } = pair.value;
  const address = goes.email ?? "";
  const { rows } = await db.execute(sql`select
    (select count(*)::integer from orders where user_id = ${goes.id} and placed_at is not null) as orders,
    (select count(*)::integer from (${addressesToMove(stays.id, goes.id)}) a) as addresses,
    (select count(*)::integer from cart_line g where user_id = ${goes.id} and not exists (
      select from cart_line k where k.user_id = ${stays.id} and k.variant_id = g.variant_id)) as cart,
    (select count(*)::integer from wishlist_entry g where user_id = ${goes.id} and not exists (
      select from wishlist_entry k where k.user_id = ${stays.id} and k.product_id = g.product_id)) as wishlist,
    (select count(*)::integer from review where user_id = ${goes.id}) as reviews,
    (select count(*)::integer from past_order where email = ${address}::citext) as "pastOrders",
    (select count(*)::integer from contact_message where user_id = ${goes.id} or email = lower(${address})) as messages`);
  const { tags, lostTags, note } = await mergedWords(db, { stays: stays.id, goes: goes.id }, false);
  const contact = (there: string | null, here: string | null) =>
    there === null ? null : here === null ? ("taken-over" as const) : ("released" as const);
  return done({
    stays,
    goes,
    moves: z.tuple([moving]).parse(rows)[0],
    tags,
    lostTags,
    note,
    email: contact(goes.email, stays.email),
    phone: contact(goes.verifiedPhone, stays.verifiedPhone),
  });
}

/** Tags and note as they are after a merge, those of the account that stays first, and what the preview says of them. */
async function mergedWords(db: Db, ids: { stays: string; goes: string }, lock: boolean) {
  const { rows } = await db.execute(sql`
    select user_id as id, tags, note from customer
    where user_id = any(${sql.param([ids.stays, ids.goes])}::uuid[]) order by user_id ${lock ? sql`for update` : sql``}`);
  const found = z.array(z.object({ id: z.uuid(), tags: z.array(z.string()), note: z.string() })).parse(rows);
  const of = (id: string) => found.find((row) => row.id === id) ?? { tags: [], note: "" };
  const [kept, gone] = [of(ids.stays), of(ids.goes)];
  const known = new Set(kept.tags.map((tag) => tag.toLowerCase()));
  const added = gone.tags.filter((tag) => !known.has(tag.toLowerCase()));
  const room = wordsMost.tags - kept.tags.length;
  const note = [...[kept.note, gone.note].filter((text) => text !== "").join("\n\n")];
  const isCut = note.length > wordsMost.note;
  return {
    tags: added.slice(0, room),
    lostTags: added.slice(room),
    note: gone.note === "" ? null : isCut ? ("cut" as const) : ("moves" as const),
    merged: { tags: [...kept.tags, ...added.slice(0, room)], note: note.slice(0, wordsMost.note).join("") },
  };
}

/** The addresses that the other book does not have yet, as many as fit into it. */
function addressesToMove(staysId: string, goesId: string) {
  return sql`select g.id from address g where g.user_id = ${goesId} and not exists (
      select from address k where k.user_id = ${staysId} and lower(k.line1) = lower(g.line1)
        and k.postal_code = g.postal_code and lower(k.name) = lower(g.name))
    order by g.is_default desc, g.created_at, g.id
    limit greatest(0, ${maxAddresses} - (select count(*) from address k where k.user_id = ${staysId}))`;
}

/**
 * Merges an account into another; audited with the reason and what moved. In: both ids as the preview showed them.
 * Refused: 'not-allowed' (the permission to erase, since an account ends), refusals of `previewMerge`, and as in
 * `reauthRefusal`. Of two at once, the second finds one account gone: 'not-found'.
 */
export async function mergeCustomers(
  { db, mail }: Pick<Services, "db" | "mail">,
  {
    actor,
    stays: staysId,
    goes: goesId,
    reason,
  }: { actor: AskingStaff; stays: string; goes: string; reason: string },
): Promise<Done | Refused<"not-allowed" | PairRefusal | ReauthRefusal>> {
  if (!can(actor, "customers.erase")) return refused("not-allowed");
  const preview = await previewMerge({ db }, staysId, goesId);
  if (!preview.ok) return preview;
  const unsure = await reauthRefusal(db, actor);
  if (unsure) return refused(unsure);
  return inTransaction<Done | Refused<PairRefusal>>(db, async (tx) => {
    const pair = await pairOf(tx, { stays: staysId, goes: goesId }, true);
    if (!pair.ok) return pair;
    const { stays, goes } = pair.value;
    // Counted again: something may have come since the preview.
    const now = await previewMerge({ db: tx }, stays.id, goes.id);
    if (!now.ok) return now;
    await moveBelongings(tx, stays.id, goes.id);
    await moveConsents(tx, stays.id, goes.id);
    if (goes.email !== null && stays.email !== null) {
      await moveAddressed(tx, goes.email, stays.email);
      await mail.readdress(tx, { from: goes.email, to: stays.email, about: null });
    }
    await endSessions({ db: tx }, { kind: "customer", id: goes.id, name: goes.name });
    await deleteSecrets(tx, goes);
    await tx.delete(users).where(eq(users.id, goes.id));
    await tx
      .update(users)
      .set({
        ...(stays.email === null && { email: goes.email, emailVerified: goes.emailVerified }),
        ...(stays.verifiedPhone === null && { verifiedPhone: goes.verifiedPhone }),
        ...(stays.name === "" && { name: goes.name }),
        updatedAt: sql`now()`,
      })
      .where(eq(users.id, stays.id));
    await recordAction(tx, {
      actor,
      action: "customer.merge",
      subject: { kind: "user", id: stays.id, name: stays.name },
      before: { merged: goes.id },
      after: { reason, ...now.value.moves, email: now.value.email, phone: now.value.phone },
    });
    return done();
  });
}

/** Everything that names the account. What the other has already stays behind and goes with its account. */
async function moveBelongings(tx: Db, stays: string, goes: string): Promise<void> {
  const { merged } = await mergedWords(tx, { stays, goes }, true);
  const moves = [
    sql`update orders set user_id = ${stays} where user_id = ${goes}`,
    sql`update draft_order set user_id = ${stays} where user_id = ${goes}`,
    sql`update coupon_use set user_id = ${stays} where user_id = ${goes}`,
    sql`update payout_details set user_id = ${stays} where user_id = ${goes}`,
    sql`update review set user_id = ${stays} where user_id = ${goes}`,
    sql`update review_vote g set user_id = ${stays} where user_id = ${goes} and not exists (
      select from review_vote k where k.user_id = ${stays} and k.review_id = g.review_id)`,
    sql`update notification set user_id = ${stays} where user_id = ${goes}`,
    sql`update contact_message set user_id = ${stays} where user_id = ${goes}`,
    sql`update cart_line g set user_id = ${stays} where user_id = ${goes} and not exists (
      select from cart_line k where k.user_id = ${stays} and k.variant_id = g.variant_id)`,
    sql`update wishlist_entry g set user_id = ${stays} where user_id = ${goes} and not exists (
      select from wishlist_entry k where k.user_id = ${stays} and k.product_id = g.product_id)`,
    sql`update address set user_id = ${stays}, is_default = is_default and not exists (
        select from address k where k.user_id = ${stays} and k.is_default)
      where id in (${addressesToMove(stays, goes)})`,
    sql`update stock_notice set user_id = ${stays} where user_id = ${goes}`,
    sql`update profile k set phone = coalesce(k.phone, g.phone) from profile g
      where k.user_id = ${stays} and g.user_id = ${goes}`,
    sql`update customer set version = version + 1, tags = ${sql.param(merged.tags)}::text[], note = ${merged.note}
      where user_id = ${stays}`,
  ];
  for (const move of moves) await tx.execute(move);
}

/** Of two choices about one kind of message, the one that says no counts. */
async function moveConsents(tx: Db, stays: string, goes: string): Promise<void> {
  await tx.execute(sql`
    insert into notification_preference (user_id, kind, channel, enabled)
      select ${stays}, kind, channel, enabled from notification_preference where user_id = ${goes}
    on conflict (user_id, kind, channel)
      do update set enabled = notification_preference.enabled and excluded.enabled`);
}

/**
 * What is known by the address of mail. The newsletter's consent is for an address: it does not move, and a no counts.
 */
async function moveAddressed(tx: Db, from: string, to: string): Promise<void> {
  const [gone, kept] = [from.toLowerCase(), to.toLowerCase()];
  const moves = [
    sql`update past_order set email = ${to} where email = ${from}::citext`,
    // What a mail begun that answers none of the shop stays a conversation of its own.
    sql`update conversation set email = ${kept} where email = ${gone} and claimed`,
    sql`update conversation set email = ${kept} where email = ${gone}
      and not exists (select from conversation k where k.email = ${kept} and not k.claimed)`,
    sql`update contact_message m set conversation_id = k.id from conversation k, conversation g
      where m.conversation_id = g.id and g.email = ${gone} and k.email = ${kept} and not k.claimed`,
    sql`update contact_message set email = ${kept} where email = ${gone}`,
    sql`update conversation_entry e set conversation_id = k.id from conversation k, conversation g
      where e.conversation_id = g.id and g.email = ${gone} and k.email = ${kept} and not k.claimed`,
    sql`update conversation k set last_at = greatest(k.last_at, g.last_at), version = k.version + 1,
        state = case when 'open' in (k.state, g.state) then 'open' else 'closed' end, waiting = k.waiting or g.waiting
      from conversation g where k.email = ${kept} and not k.claimed and g.email = ${gone}`,
    sql`delete from conversation where email = ${gone}`,
    sql`update stock_notice g set email = ${to} where email = ${from}::citext and not exists (
      select from stock_notice k where k.email = ${to}::citext and k.variant_id = g.variant_id)`,
    sql`delete from stock_notice where email = ${from}::citext`,
    sql`update newsletter_subscriber set status = 'unsubscribed', unsubscribed_at = now()
      where email = ${kept} and status <> 'unsubscribed'
        and exists (select from newsletter_subscriber g where g.email = ${gone} and g.status = 'unsubscribed')`,
    sql`delete from newsletter_subscriber where email = ${gone}`,
  ];
  for (const move of moves) await tx.execute(move);
}
