import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";

/** Own addresses without anything that could be missing below them. */
const fixed = new Set([
  "",
  "shop",
  "wishlist",
  "cart",
  "auth",
  "profile",
  "orders",
  "track",
  "faq",
  "terms-and-conditions",
  "refund-policy",
  "privacy-policy",
  "cookie-policy",
  "about",
  "contact",
  "newsletter",
  "category",
  "blog",
]);

/** The words at the field of an address that leads nowhere. */
export const noSuchPage = "There is no page at this address of the shop.";

/** The path of an own address as its parts, without query; null for one of another site, mail or telephone. */
function partsOf(to: string): string[] | null {
  return to.startsWith("/") ? (to.split(/[?#]/, 1)[0] ?? "").slice(1).split("/") : null;
}

/** Which of these addresses lead nowhere: to a collection, category, page, product or article that does not exist. */
export async function brokenAddresses(tx: Db, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = [...new Set(addresses)].flatMap((to) => {
    const [first = "", second = "", ...more] = partsOf(to) ?? [""];
    const isFixed = fixed.has(first) && second === "" && more.length === 0;
    return isFixed
      ? []
      : [
          {
            to,
            first,
            second: more.length > 0 ? "" : second,
            path: `/${[first, second, ...more].join("/")}`,
          },
        ];
  });
  if (asked.length === 0) return new Set();
  const { rows } = await tx.execute<{ to: string }>(sql`
    select a."to" from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as a("to" text, first text, second text, path text)
    where not case a.first
      when 'category' then exists (select from collection c where c.slug = a.second)
        or exists (select from category c where c.slug = a.second)
        or exists (select from category_redirect r where r.slug = a.second)
      when 'pages' then exists (select from publication_version v where v.kind = 'page'
        and v.cancelled_at is null and v.content ->> 'slug' = a.second)
      when 'product' then exists (select from product p where p.status = 'active'
        and (p.slug = a.second or p.id::text = a.second))
      when 'brand' then a.second <> ''
      when 'blog' then exists (select from blog_post t where t.slug = a.second)
      else false end
    and not exists (select from redirect r where r.path = rtrim(a.path, '/'))`);
  return new Set(rows.map(({ to }) => to));
}

/** Which of these addresses are of a product or an article that visitors cannot see now. No query without such a one. */
export async function hiddenAddresses(
  { db, clock }: Pick<Services, "db" | "clock">,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const asked = [...new Set(addresses)].flatMap((to) => {
    const [first = "", name = "", ...more] = partsOf(to) ?? [];
    const isShown = (first === "product" || first === "blog") && name !== "" && more.length === 0;
    return isShown ? [{ to, first, name, path: `/${first}/${name}` }] : [];
  });
  if (asked.length === 0) return new Set();
  const { rows } = await db.execute<{ to: string }>(sql`
    select a."to" from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as a("to" text, first text, name text, path text)
    where not case a.first
      when 'product' then exists (select from product p where p.status = 'active'
        and (p.slug = a.name or p.id::text = a.name))
      else exists (select from blog_post t where (t.slug = a.name or t.id::text = a.name)
        and t.published_at <= ${clock.now().toISOString()}) end
    and not exists (select from redirect r where r.path = a.path)`);
  return new Set(rows.map(({ to }) => to));
}

/** The present slugs of addresses below /category and /pages, also of earlier ones; `hidden`: of `hiddenAddresses`. */
export type KnownSlugs = {
  categories: ReadonlyMap<string, string>;
  pages: ReadonlyMap<string, string>;
  hidden: ReadonlySet<string>;
};

/** Where an address leads now; null when what it led to is gone. */
export function presentAddress(to: string, { categories, pages, hidden }: KnownSlugs): string | null {
  if (hidden.has(to)) return null;
  const [first, slug] = partsOf(to) ?? [];
  const slugs = first === "category" ? categories : first === "pages" ? pages : undefined;
  if (!slugs || !slug) return to;
  const present = slugs.get(slug);
  return present === undefined ? null : to.replace(`/${first}/${slug}`, `/${first}/${present}`);
}
