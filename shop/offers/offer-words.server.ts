import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import { product } from "../catalogue/tables.server.ts";
import { dateAndTime, readTimeField } from "../dates.ts";
import { grouped, plural } from "../money.ts";
import type { FormFields } from "../text/read-form.ts";
import { slugsIn } from "./offer-form.ts";

const mostNames = 3;
const mostOthers = 3;

const scopeRow = z.tuple([
  z.object({
    names: z.array(z.string()),
    products: z.number(),
    others: z.array(z.object({ title: z.string(), percent: z.number(), products: z.number() })),
  }),
]);

/**
 * What an offer does, in sentences: its discount, what it is for and when; how many products that are; when that is from
 * now; and which other offers are on some of them at the same time (of several the largest percentage counts). In: the
 * fields of its form as typed, complete or not, and its id (null for a new one), which is no other.
 */
export async function offerInWords(
  { db, clock }: Pick<Services, "db" | "clock">,
  fields: FormFields,
  id: string | null,
): Promise<string[]> {
  const text = (name: string) => fields.get(name) ?? "";
  const scope = (name: string) => sql`${sql.param(slugsIn(text(name)))}::text[]`;
  const [from, to] = [readTimeField(text("validFrom")), readTimeField(text("validTo"))];
  const { rows } = await db.execute(sql`
    with chosen as (
      select 1 as kind, name, array(
          select p.id from category part join product p on p.category_id = part.id
          where part.id = c.id or part.parent_id = c.id) as ids
        from category c where slug = any(${scope("categories")})
      union all select 2, name, array(select product_id from product_collection where collection_slug = k.slug)
        from collection k where slug = any(${scope("collections")})
      union all select 3, name, array[id] from product where slug = any(${scope("products")})),
    one as (select distinct unnest(ids) as id from chosen),
    other as (
      select o.title, o.discount_percent as percent, count(*)::integer as products
      from offer o join offer_product op on op.offer_id = o.id join one on one.id = op.product_id
      where o.id is distinct from ${z.uuid().safeParse(id).data ?? null}::uuid and o.valid_from <= ${to?.toISOString() ?? null}::timestamptz
        and o.valid_to >= ${from?.toISOString() ?? null}::timestamptz
      group by o.id order by percent desc, o.id limit ${mostOthers})
    select array(select name from chosen order by kind, name) as names,
      (select count(*)::integer from one) as products,
      coalesce((select json_agg(other) from other), '[]') as others`);
  const [{ names, products, others }] = scopeRow.parse(rows);
  const percent = text("percent").trim();
  const isPercent = /^\d{1,3}$/.test(percent);
  return [
    `${isPercent ? percent : "?"}% off the MRP of ${listed(names)}, ${period(from, to)}.`,
    names.length > 0
      ? `That is ${plural(products, "product")} now. What is added to a chosen category or collection comes under it too.`
      : "Choose categories, collections or products.",
    timing(from, to, clock.now(), id === null),
    ...others.map(
      (other) =>
        `“${other.title}” (${other.percent}% off) has ${grouped(other.products)} of them at the same time: ${counts(Number(percent), other.percent)}.`,
    ),
  ].filter(Boolean);
}

/** The products with these slugs, by name; those that are not there are left out. */
export async function productNames(
  { db }: Pick<Services, "db">,
  slugs: readonly string[],
): Promise<{ slug: string; name: string }[]> {
  if (slugs.length === 0) return [];
  return db
    .select({ slug: product.slug, name: product.name })
    .from(product)
    .where(inArray(product.slug, [...slugs]))
    .orderBy(product.name);
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return "nothing yet";
  const shown = names.slice(0, mostNames);
  const more = names.length - shown.length;
  const parts = more > 0 ? [...shown, `${grouped(more)} more`] : shown;
  const last = parts.at(-1) ?? "";
  return parts.length === 1 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

function period(from: Date | null, to: Date | null): string {
  return `from ${from ? dateAndTime(from) : "?"} to ${to ? dateAndTime(to) : "?"}, time in India (IST)`;
}

/** Of two offers on a product. */
function counts(own: number, other: number): string {
  if (own === other) return "both take the same off";
  return other > own ? "it counts there, since it is larger" : "this one counts there, since it is larger";
}

function timing(from: Date | null, to: Date | null, now: Date, isNew: boolean): string {
  if (!from || !to) return "";
  if (from >= to) return "It would end before it starts.";
  if (to <= now) return "It is over already: nobody gets it.";
  if (from > now) return "It starts by itself.";
  return isNew ? "It starts as soon as it is saved." : "It is running.";
}
