import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();
const slug = "pocket-logo-essential-tee";

test.each([
  ["with scripts", true],
  ["without scripts", false],
])("the size guide shows body and product measures in centimetres or inches, %s", async (_name, scripts) => {
  await shop.shop.services.db.execute(sql`
    insert into product_measure (product_id, size, measure, millimetres)
    select id, 'M', 'chest', 520 from product where slug = ${slug} on conflict do nothing`);
  const visitor = await shop.visit({ screen: phone, scripts });
  const { page } = visitor;
  await visitor.open(`/product/${slug}`);
  await page.getByRole("button", { name: "Size guide" }).click();
  const guide = page.getByRole("dialog", { name: "Size guide" });
  await guide.getByRole("cell", { name: "52", exact: true }).waitFor();
  await guide.getByLabel("Inches").check();
  await guide.getByRole("cell", { name: "20.5", exact: true }).waitFor();
  expect(await guide.getByRole("cell", { name: "52", exact: true }).count()).toBe(0);
  await visitor.leave();
});
