import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { lockCategoryAddresses } from "../catalogue/category-addresses.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { type OfferInput, type OfferScope, offerFields } from "./offer-form.ts";
import { offerToEdit } from "./offers.server.ts";

export type UnknownScope = { ok: false; refused: "unknown-scope"; field: keyof OfferScope; names: string[] };
type Ports = Pick<Services, "db" | "clock">;

const tables = {
  products: {
    kind: "product",
    found: (slugs: string[]) => sql`select slug, id::text as ref from product where slug in ${slugs}`,
  },
  categories: {
    kind: "category",
    found: (slugs: string[]) => sql`select slug, slug as ref from category where slug in ${slugs}`,
  },
  collections: {
    kind: "collection",
    found: (slugs: string[]) => sql`select slug, slug as ref from collection where slug in ${slugs}`,
  },
} satisfies Record<keyof OfferScope, { kind: string; found: (slugs: string[]) => SQL }>;

/**
 * Creates an offer (`id` null) or changes one; prices follow at once. In: the actor, the offer from `readOffer`, and
 * the version that was shown. Out: its id. Refused: 'not-found', 'changed-meanwhile', and 'unknown-scope' with the
 * unknown slugs and their field.
 */
export async function saveOffer(
  { db }: Pick<Services, "db">,
  { actor, id, version, offer }: { actor: Actor; id: string | null; version: string; offer: OfferInput },
): Promise<Done<{ id: string }> | Refused<"not-found" | "changed-meanwhile"> | UnknownScope> {
  return inTransaction(db, async (tx) => {
    // What it is for is neither renamed nor deleted meanwhile: deleting asks whether an offer is for it.
    await lockCategoryAddresses(tx);
    const before = id === null ? null : await locked(tx, id);
    if (id !== null && !before) return refused("not-found");
    if (before && String(before.version) !== version) return refused("changed-meanwhile");
    const scope: { kind: string; ref: string }[] = [];
    for (const field of ["products", "categories", "collections"] as const) {
      const found = await refsOf(tx, field, offer.scope[field]);
      if (found.unknown.length > 0)
        return { ok: false, refused: "unknown-scope", field, names: found.unknown.slice(0, 10) };
      scope.push(...found.refs.map((ref) => ({ kind: tables[field].kind, ref })));
    }
    const offerId = id ?? randomUUID();
    await tx.execute(sql`
      insert into offer (id, title, discount_percent, valid_from, valid_to)
      values (${offerId}, ${offer.title}, ${offer.percent}, ${offer.validFrom.toISOString()}, ${offer.validTo.toISOString()})
      on conflict (id) do update set title = excluded.title, discount_percent = excluded.discount_percent,
        valid_from = excluded.valid_from, valid_to = excluded.valid_to, version = offer.version + 1`);
    await tx.execute(sql`delete from offer_scope where offer_id = ${offerId}`);
    await tx.execute(sql`
      insert into offer_scope (offer_id, kind, ref)
      select ${offerId}, kind, ref from jsonb_to_recordset(${JSON.stringify(scope)}::jsonb) as s (kind text, ref text)`);
    await tx.execute(sql`select fill_offer(${offerId})`);
    await recordAction(tx, {
      actor,
      action: id === null ? "offer.create" : "offer.update",
      subject: { kind: "offer", id: offerId, name: offer.title },
      ...(before && { before: offerFields(before.offer) }),
      after: offerFields(offer),
    });
    return done({ id: offerId });
  });
}

/**
 * Starts a scheduled offer or ends a running one now; prices follow at once. Refused: 'not-found', and 'not-now' when
 * it already runs or has ended.
 */
export async function startOrEndOffer(
  { db, clock }: Ports,
  { actor, id, action }: { actor: Actor; id: string; action: "start" | "end" },
): Promise<Done | Refused<"not-found" | "not-now">> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const before = await locked(tx, id);
    if (!before) return refused("not-found");
    const { validFrom, validTo, title } = before.offer;
    const coming = validFrom > now;
    if (action === "start" ? !coming : coming || validTo <= now) return refused("not-now");
    const at = now.toISOString();
    // valid_to is inclusive, so the end is set to an instant in the past.
    await tx.execute(
      action === "start"
        ? sql`update offer set valid_from = ${at}, version = version + 1 where id = ${id}`
        : sql`update offer set version = version + 1, valid_to =
            greatest(${at}::timestamptz - interval '1 millisecond', valid_from + interval '1 millisecond')
            where id = ${id}`,
    );
    await recordAction(tx, {
      actor,
      action: `offer.${action}`,
      subject: { kind: "offer", id, name: title },
      before: { validFrom, validTo },
      after: action === "start" ? { validFrom: now } : { validTo: now },
    });
    return done();
  });
}

/** Deletes an offer. Refused: 'not-found'. */
export async function deleteOffer(
  { db }: Pick<Services, "db">,
  { actor, id }: { actor: Actor; id: string },
): Promise<Done | Refused<"not-found">> {
  return inTransaction(db, async (tx) => {
    const before = await locked(tx, id);
    if (!before) return refused("not-found");
    await tx.execute(sql`delete from offer where id = ${id}`);
    await recordAction(tx, {
      actor,
      action: "offer.delete",
      subject: { kind: "offer", id, name: before.offer.title },
      before: offerFields(before.offer),
    });
    return done();
  });
}

async function locked(tx: Db, id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  await tx.execute(sql`select 1 from offer where id = ${id} for update`);
  return offerToEdit(tx, id);
}

async function refsOf(tx: Db, field: keyof OfferScope, slugs: string[]) {
  if (slugs.length === 0) return { refs: [], unknown: [] };
  const { rows } = await tx.execute(tables[field].found(slugs));
  const found = z.array(z.object({ slug: z.string(), ref: z.string() })).parse(rows);
  const known = new Set(found.map(({ slug }) => slug));
  return { refs: found.map(({ ref }) => ref), unknown: slugs.filter((slug) => !known.has(slug)) };
}
