import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  productTypeToEdit,
  saveProductType,
} from "../../../shop/search/lexicon/edit-product-types.server.ts";
import { aStaffMember } from "../../support/access/actors.ts";
import { eventually } from "../../support/eventually.ts";
import { openCachedShop } from "../../support/pages/cached-shop.server.ts";

const cached = openCachedShop();
const path = "/product/tan-moccasins";

/** The heading of the row of products to buy with this one, and their addresses. */
async function companions() {
  const html = await cached.textOf(path);
  const [, heading, row] = /<h2 id="together">([^<]*)<\/h2>(.*?)<\/section>/s.exec(html) ?? [];
  return {
    heading,
    slugs: [...new Set([...(row ?? "").matchAll(/href="\/product\/([^"?]+)/g)].map(([, slug]) => slug))],
  };
}

async function pair(name: string, complementaryTypes: string[]) {
  const { services } = cached.shop;
  const found = await productTypeToEdit(services, name);
  if (!found) throw new Error(`no product type ${name}`);
  const { type, version } = found;
  const saved = await saveProductType(services, {
    actor: aStaffMember({}),
    name,
    version,
    type: { ...type, complementaryTypes },
  });
  expect(saved.ok).toBe(true);
}

async function categoriesOf(slugs: (string | undefined)[]) {
  const { rows } = await cached.shop.services.db.execute(sql`
    select distinct c.slug from product p join category c on c.id = p.category_id
    where p.slug in ${slugs} order by 1`);
  return rows.map(({ slug }) => slug);
}

test("a product never bought with others shows matching types, and a change by staff shows at once", async () => {
  const first = await companions();
  expect(first.heading).toBe("Goes well with");
  expect(first.slugs).toHaveLength(4);
  expect(await categoriesOf(first.slugs)).toEqual(["belts", "shirts", "trousers-and-joggers"]);
  // What goes with all footwear counts less than what goes with moccasins.
  await pair("Footwear", ["Caps"]);
  await pair("Moccasins", ["No such type", "Watches"]);
  await eventually(async () => expect(await categoriesOf((await companions()).slugs)).toEqual(["watches"]));
});

test("products bought together come first, and are shown alone when there are enough", async () => {
  const { db } = cached.shop.services;
  const { rows } = await db.execute(sql`
    select id, slug from product where status = 'active' and slug like '%-kurta' order by slug limit 4`);
  const slugs = rows.map(({ slug }) => String(slug));
  const id = await cached.productId("tan-moccasins");
  const buy = async (some: typeof rows) => {
    for (const [place, { id: other }] of some.entries())
      await db.execute(sql`insert into bought_together (product_id, other_id, orders)
        values (${id}, ${String(other)}, ${20 - place}) on conflict do nothing`);
    // A job counts what was bought together; pages follow within a minute.
    cached.shop.clock.forward(61_000);
    return companions();
  };
  const some = await buy(rows.slice(0, 1));
  expect([some.heading, some.slugs.length, some.slugs[0]]).toEqual(["Goes well with", 4, slugs[0]]);
  expect(await buy(rows)).toEqual({ heading: "Bought together", slugs });
});
