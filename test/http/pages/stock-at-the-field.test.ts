import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { aShirt } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
});
afterAll(() => shop.dispose());

test.each([
  ["1.5", "Counted", "delta", "A whole number such as 5 or -2, at most 10,00,000."],
  ["0", "Counted", "delta", "A whole number such as 5 or -2, at most 10,00,000."],
  ["3", " ", "reason", "Please write the reason."],
  ["-9", "Counted", "delta", "Only 5 in stock."],
  ["-9", "Counted", "delta", "Only 5 in stock, 2 of them set aside for orders.", 2],
  ["-4", "Counted", "delta", "Only 5 in stock, 2 of them set aside for orders.", 2],
])(
  "a change of %s for “%s” is refused at the field %s, with what was typed",
  async (delta, reason, field, said, reserved = 0) => {
    const shirt = await aShirt(shop, { stock: 5 });
    await shop.services.db.execute(
      sql`update variant set reserved = ${reserved} where id = ${shirt.variantId}`,
    );
    const other = await aShirt(shop, { stock: 5 });
    const fields = { variant: shirt.variantId, expected: "5", delta, reason };
    const answer = await ask("/admin/inventory", { ...posted(fields), as: admin });
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(textOf(html).split(said)).toHaveLength(2);
    const form = (id: string) =>
      html.split("<form").find((one) => one.includes(`name="variant" value="${id}"`)) ?? "";
    const input = (name: string) =>
      new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(form(shirt.variantId))?.[0];
    expect(input(field)).toContain('aria-invalid="true"');
    expect(input("delta")).toContain(`value="${delta}"`);
    expect(form(other.variantId)).not.toContain("aria-invalid");
  },
);
