import { randomUUID } from "node:crypto";
import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { likeText } from "../../platform/database/like.ts";
import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import { type AccountHolder, type Actor, can, recorded, type Staff } from "../access/actor.ts";
import { lockAccount } from "../access/lock-account.server.ts";
import { addressesOf } from "../accounts/customer/addresses.server.ts";
import { readMobile } from "../accounts/customer/formats.ts";
import type { Act } from "../audit/act-words.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { maxPerLine } from "../cart/cart.ts";
import { product, variant } from "../catalogue/tables.server.ts";
import { type PricedLine, pricedLines } from "../checkout/priced-lines.server.ts";
import { allocate } from "../coupons/totals.ts";
import { deliveryFeeOf } from "../delivery/delivery-fee.ts";
import { deliveryDaysOf } from "../delivery/estimated-arrival.server.ts";
import type { Paise } from "../money.ts";
import { orderOf, ordersOf } from "../orders/read-orders.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { gstRate } from "../tax/rates.ts";
import { splitTax } from "../tax/split-tax.ts";
import { cleanLine } from "../text/clean-text.ts";
import {
  type AccountContact,
  type DraftContent,
  discountOf,
  draftContent,
  emptyDraft,
  samePrices,
} from "./draft.ts";
import { draftOrder } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "clock">;

export type Draft = {
  id: string;
  userId: string | null;
  version: number;
  content: DraftContent;
  /** The order that it changes, at this version; null for a new one. */
  edits: { orderId: string; orderVersion: string } | null;
};

/** A draft; null for an unknown id, or when it was placed or deleted. */
export async function draftOf({ db }: { db: Db }, id: string): Promise<Draft | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [found] = await db.select().from(draftOrder).where(eq(draftOrder.id, id));
  return found ? toDraft(found) : null;
}

/** The same, locked until the transaction ends. */
export async function lockDraft(tx: Db, id: string): Promise<Draft | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [found] = await tx.select().from(draftOrder).where(eq(draftOrder.id, id)).for("update");
  return found ? toDraft(found) : null;
}

function toDraft({
  id,
  userId,
  version,
  content,
  orderId,
  orderVersion,
}: typeof draftOrder.$inferSelect): Draft {
  const edits = orderId !== null && orderVersion !== null ? { orderId, orderVersion } : null;
  return { id, userId, version, content: draftContent.parse(content), edits };
}

export type SaveRefusal = "changed-meanwhile" | "customer-gone" | "not-allowed" | "not-found";

/**
 * Saves a draft (audited). In: its id, null for a new one; the version it was read at; its content; the account that it
 * is for, undefined to leave it. Refused: 'not-allowed' when prices, discount or delivery fee differ and the actor has
 * no `prices.edit`, 'changed-meanwhile' when somebody else saved it, 'not-found' when it was placed or deleted,
 * 'customer-gone' when that account has been deleted.
 */
export async function saveDraft(
  { db }: Pick<Ports, "db">,
  actor: Staff,
  {
    id,
    version,
    content,
    userId,
  }: { id: string | null; version: number; content: DraftContent; userId?: string | null },
): Promise<Done<Draft> | Refused<SaveRefusal>> {
  return inTransaction<Done<Draft> | Refused<SaveRefusal>>(db, async (tx) => {
    const before = id === null ? null : await lockDraft(tx, id);
    if (id !== null && !before) return refused("not-found");
    if (before && before.version !== version) return refused("changed-meanwhile");
    if (!can(actor, "prices.edit") && !samePrices(content, before?.content ?? emptyDraft))
      return refused("not-allowed");
    const owner = userId === undefined ? (before?.userId ?? null) : userId;
    if (owner !== null && !(await lockAccount(tx, owner))) return refused("customer-gone");
    return done(await writeDraft(tx, actor, before, { content, userId: owner }));
  });
}

async function writeDraft(
  tx: Db,
  actor: Actor,
  before: Draft | null,
  now: Pick<Draft, "content" | "userId">,
): Promise<Draft> {
  const { kind: actorKind, id: actorId, name: actorName } = recorded(actor);
  const version = (before?.version ?? 0) + 1;
  const id = before?.id ?? randomUUID();
  if (before)
    await tx
      .update(draftOrder)
      .set({ ...now, version, updatedAt: sql`now()` })
      .where(eq(draftOrder.id, id));
  else await tx.insert(draftOrder).values({ id, ...now, version, actorKind, actorId, actorName });
  await record(tx, actor, "draft-order.save", id, { items: now.content.lines.length });
  return { id, version, ...now, edits: before?.edits ?? null };
}

/**
 * The draft that changes an order, in the caller's transaction, which has locked the order: the one that somebody has
 * begun, or a new one. One that was begun on an earlier version of the order begins again. In: the order's content.
 */
export async function beginEdit(
  tx: Db,
  actor: Actor,
  edits: NonNullable<Draft["edits"]>,
  now: Pick<Draft, "content" | "userId">,
): Promise<Draft> {
  const [found] = await tx
    .select()
    .from(draftOrder)
    .where(eq(draftOrder.orderId, edits.orderId))
    .for("update");
  const before = found ? toDraft(found) : null;
  if (before?.edits?.orderVersion === edits.orderVersion) return before;
  const draft = await writeDraft(tx, actor, before, now);
  await tx.update(draftOrder).set(edits).where(eq(draftOrder.id, draft.id));
  return { ...draft, edits };
}

/** Ends a draft that has done its work. In: a transaction that has locked it. */
export async function endDraft(tx: Db, id: string): Promise<void> {
  await tx.delete(draftOrder).where(eq(draftOrder.id, id));
}

/** Without names and addresses: the audit log is kept for good. */
async function record(tx: Db, actor: Actor, action: Act, id: string, after?: Record<string, unknown>) {
  const subject = { kind: "draft-order", id, name: `Draft ${id.slice(0, 8)}` };
  await recordAction(tx, { actor, action, subject, ...(after && { after }) });
}

/** Deletes a draft (audited). Refused: 'not-found' when it was placed or deleted before. */
export async function deleteDraft(
  { db }: Pick<Ports, "db">,
  actor: Staff,
  id: string,
): Promise<Done | Refused<"not-found">> {
  return inTransaction<Done | Refused<"not-found">>(db, async (tx) => {
    if (!(await lockDraft(tx, id))) return refused("not-found");
    await tx.delete(draftOrder).where(eq(draftOrder.id, id));
    await record(tx, actor, "draft-order.delete", id);
    return done();
  });
}

/**
 * Makes a draft with the same items for the same customer, of a draft or of an order: at the shop's prices of today, and
 * without discount, notes and payment. Items that are gone are left out. Refused: 'not-found', 'customer-gone'.
 */
export async function duplicateToDraft(
  ports: Pick<Ports, "db">,
  actor: Staff,
  of: { draft: string } | { order: string },
): Promise<Done<Draft> | Refused<"not-found" | "customer-gone">> {
  const source = "draft" in of ? await draftOf(ports, of.draft) : await draftOfOrder(ports.db, of.order);
  if (!source) return refused("not-found");
  const { name, phone, email, line1, line2, postalCode, city, state, channel, lines } = source.content;
  const { companyName, buyerGstin } = source.content;
  const content: DraftContent = {
    ...emptyDraft,
    name,
    phone,
    email,
    line1,
    line2,
    postalCode,
    city,
    state,
    companyName,
    buyerGstin,
    channel,
    lines: lines.map((line) => ({ ...line, unit: null })),
  };
  const { userId } = source;
  return inTransaction<Done<Draft> | Refused<"customer-gone">>(ports.db, async (tx) => {
    if (userId !== null && !(await lockAccount(tx, userId))) return refused("customer-gone");
    return done(await writeDraft(tx, actor, null, { content, userId }));
  });
}

async function draftOfOrder(db: Db, orderId: string): Promise<Pick<Draft, "content" | "userId"> | null> {
  const order = await orderOf({ db }, orderId);
  if (!order?.placedAt) return null;
  const quantities = new Map<string, number>();
  for (const { variantId, quantity } of order.lines)
    if (variantId) quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity);
  const { country: _, ...address } = order.address;
  const content: DraftContent = {
    ...emptyDraft,
    ...address,
    companyName: order.companyName ?? "",
    buyerGstin: order.buyerGstin ?? "",
    email: order.email,
    channel: order.channel === "web" ? "phone" : order.channel,
    lines: [...quantities].map(([variantId, quantity]) => ({
      variantId,
      quantity: Math.min(quantity, maxPerLine),
      unit: null,
    })),
  };
  return { content, userId: order.userId };
}

const listed = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  channel: z.string(),
  units: z.coerce.number(),
  by: z.string(),
  updatedAt: z.coerce.date(),
});
export type ListedDraft = z.infer<typeof listed>;

/** A page of drafts, the last changed first. In: part of a name, a phone number or an email. */
export async function listDrafts(
  { db }: { db: Db },
  { q, page, size }: { q: string; page: number; size: number },
): Promise<{ rows: ListedDraft[]; more: boolean }> {
  const text = sql`lower(concat_ws(' ', content ->> 'name', content ->> 'phone', content ->> 'email'))`;
  const words = likeText((readMobile(q)?.slice(3) ?? q).toLowerCase());
  const { rows } = await db.execute(sql`
    select id, content ->> 'name' as name, content ->> 'phone' as phone, content ->> 'channel' as channel,
      (select coalesce(sum((l ->> 'quantity')::integer), 0) from jsonb_array_elements(content -> 'lines') l) as units,
      actor_name as by, updated_at as "updatedAt"
    from draft_order where order_id is null and ${q === "" ? sql`true` : sql`replace(${text}, ' ', '') like ${`%${words.replaceAll(" ", "")}%`}`}
    order by updated_at desc, id limit ${size + 1} offset ${(page - 1) * size}`);
  const drafts = z.array(listed).parse(rows);
  return { rows: drafts.slice(0, size), more: drafts.length > size };
}

/** Deletes the drafts for a person, in the transaction that deletes their account. */
export async function deleteDraftsFor(
  tx: Db,
  { id, email }: Pick<AccountHolder, "id" | "email">,
): Promise<void> {
  await tx
    .delete(draftOrder)
    .where(sql`user_id = ${id} or lower(content ->> 'email') = ${email?.toLowerCase() ?? null}`);
}

/** What a draft costs now, in paise, and what is to be seen before it is placed. */
export type DraftQuote = {
  /** In the order of the draft; `quantity` is what can be had of `asked`. `belowCost`: only for who may see costs. */
  lines: (PricedLine & { usual: Paise; belowCost: boolean })[];
  /** Lines whose product was deleted. */
  gone: number;
  subtotal: Paise;
  discount: Paise;
  shipping: Paise;
  total: Paise;
  /** Days until it arrives. */
  deliveryDays: number;
};

/**
 * The lines of a draft at the shop's prices of now, as the checkout prices them, or at its own, with each line's share
 * of the discount. In: the content, the account it is for; `own`: the units of each variant that the order has already.
 * A discount above the subtotal takes all of it.
 */
export async function quoteDraft(
  { db, clock }: Ports,
  actor: Actor,
  { content, userId }: Pick<Draft, "content" | "userId">,
  own: ReadonlyMap<string, number> = new Map(),
): Promise<DraftQuote> {
  const now = clock.now();
  const wanted = content.lines.map(({ variantId }) => ({ variantId, quantity: maxPerLine }));
  const [free, settings] = await Promise.all([pricedLines(db, now, userId, wanted), shopSettings({ db })]);
  const costs = can(actor, "catalogue.edit") ? await costsOf(db, wanted) : new Map<string, Paise>();
  const priced = free.map((line) => {
    const { quantity: asked = 0, unit = null } =
      content.lines.find(({ variantId }) => variantId === line.variantId) ?? {};
    const most = line.quantity + (own.get(line.variantId) ?? 0);
    const quantity = Math.min(asked, most);
    const counted = { ...line, asked, quantity, short: asked > most, usual: line.unit };
    if (unit === null || unit === line.unit) return { ...counted, total: line.unit * quantity };
    const struck = line.struck !== null && line.struck > unit ? line.struck : null;
    return { ...counted, unit, struck, offerPercent: null, total: unit * quantity };
  });
  const totals = priced.map(({ total }) => total);
  const subtotal = totals.reduce((sum, total) => sum + total, 0);
  const discount = Math.min(subtotal, discountOf(content.discount, subtotal));
  const shares = allocate(discount, totals);
  const usual = priced.length > 0 ? deliveryFeeOf(settings.policy, subtotal - discount) : 0;
  const shipping = content.shipping ?? usual;
  return {
    lines: priced.map((line, at) => {
      const share = shares[at] ?? 0;
      const cost = costs.get(line.variantId);
      const paid = line.quantity > 0 ? Math.floor((line.total - share) / line.quantity) : line.unit;
      const rate = gstRate({ hsnCode: line.hsnCode, paid, quantity: 1 }, now, settings.taxRates);
      const value = rate === null ? paid : splitTax(paid, rate, { sameState: false }).taxable;
      return { ...line, discount: share, belowCost: cost !== undefined && value < cost };
    }),
    gone: wanted.length - free.length,
    subtotal,
    discount,
    shipping,
    total: subtotal - discount + shipping,
    deliveryDays: deliveryDaysOf(settings.policy),
  };
}

/** What a unit costs the shop, without tax, where it is known. */
async function costsOf(db: Db, wanted: readonly { variantId: string }[]): Promise<Map<string, Paise>> {
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select({ id: variant.id, cost: sql`coalesce(${variant.cost}, ${product.cost})`.mapWith(Number) })
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(
      sql`${variant.id} = any(${sql.param(wanted.map(({ variantId }) => variantId))}::uuid[])
        and coalesce(${variant.cost}, ${product.cost}) is not null`,
    );
  return new Map(rows.map(({ id, cost }) => [id, cost]));
}

const maxFound = 12;
const found = z.object({
  id: z.string(),
  name: z.string(),
  size: z.string().nullable(),
  colour: z.string().nullable(),
  sku: z.string(),
  available: z.number(),
});
/** A variant as the picker shows it; `unit` in paise. */
export type FoundVariant = z.infer<typeof found> & { unit: Paise };

/** Variants on sale by the name or brand of their product or any part of an SKU, with price and stock of now. */
export async function findVariants({ db, clock }: Ports, typed: string): Promise<FoundVariant[]> {
  const q = cutText(cleanLine(typed), 60);
  if (q.length < 2) return [];
  const words = sql.join(
    q
      .split(" ")
      .slice(0, 5)
      .map((word): SQL => sql`p.search_text like search_pattern(${word})`),
    sql` and `,
  );
  const sku = `%${likeText(q.toLowerCase())}%`;
  const { rows } = await db.execute(sql`
    select v.id, p.name, v.size, v.colour, v.sku, v.stock - v.reserved as available
    from variant v join product p on p.id = v.product_id
    where p.status = 'active' and ((${words}) or lower(v.sku) like ${sku})
    order by lower(v.sku) = ${q.toLowerCase()} desc, p.name, p.id, v.position limit ${maxFound}`);
  const variants = z.array(found).parse(rows);
  const wanted = variants.map(({ id }) => ({ variantId: id, quantity: 1 }));
  const prices = new Map(
    (await pricedLines(db, clock.now(), null, wanted)).map(({ variantId, unit }) => [variantId, unit]),
  );
  return variants.map((one) => ({ ...one, unit: prices.get(one.id) ?? 0 }));
}

/** What a draft knows of an account once it is for it: contact, and their address, else that of the last order. */
export async function contactOfAccount({ db }: { db: Db }, userId: string): Promise<AccountContact | null> {
  if (!z.uuid().safeParse(userId).success) return null;
  const { rows } = await db.execute(sql`
    select u.name, coalesce(u.email::text, '') as email, coalesce(u.verified_phone, p.phone, '') as phone
    from users u left join profile p on p.user_id = u.id where u.id = ${userId}`);
  const [account] = z.array(z.object({ name: z.string(), email: z.string(), phone: z.string() })).parse(rows);
  if (!account) return null;
  const addresses = await addressesOf({ db }, userId);
  const saved = addresses.find(({ isDefault }) => isDefault) ?? addresses[0];
  const home = saved ?? (await ordersOf({ db }, userId, 1))[0]?.address;
  if (!home) return { ...account, home: null };
  const { name, phone, line1, line2, postalCode, city, state } = home;
  return {
    ...account,
    name,
    phone: phone || account.phone,
    home: { line1, line2, postalCode, city, state },
  };
}
