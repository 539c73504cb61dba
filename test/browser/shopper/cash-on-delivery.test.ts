import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { accessibilityFaults, sidewaysScroll } from "../../support/accessibility.server.ts";
import { visitAs } from "../../support/cart/cart-visits.server.ts";
import { aShirt, putInCart } from "../../support/orders.server.ts";
import { aShopper } from "../../support/users.server.ts";
import { openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

/** A rule for PIN codes that begin so. */
async function rule(pin: string, outcome: string, reason: string, percent: number | null = null) {
  const written = { match: "all", conditions: [{ field: "pin", operator: "is", value: [pin] }] };
  await shop.shop.services.db.execute(sql`
    insert into cod_rule (position, name, rule, outcome, reason, advance_percent)
    select count(*), ${pin}, ${JSON.stringify(written)}::jsonb, ${outcome}, ${reason}, ${percent} from cod_rule`);
}

test.each(["/checkout", "buy-now"])(
  "%s says of cash what the PIN code decides, and takes it back with it",
  async (way) => {
    await shop.shop.services.db.execute(sql`delete from cod_rule`);
    await rule("793", "refuse", "No cash courier in the hills.");
    await rule("411", "prepay", "", 20);
    const asha = await aShopper(shop.shop);
    const shirt = await aShirt(shop.shop, { stock: 5, price: 92_900 });
    await putInCart(shop.shop, asha, shirt, 1);
    const visitor = await visitAs(shop, asha, { screen: phone });
    const { page } = visitor;
    await visitor.open(way === "/checkout" ? way : `/order/${shirt.slug}`);
    const ways = page.getByRole("radiogroup", { name: "Payment method" });
    const cash = page.getByRole("radio", { name: "Cash on Delivery Available" });
    const pin = page.getByLabel(way === "/checkout" ? "PIN Code" : "Postal Code");
    await cash.check();
    await pin.fill("793001");
    await page.getByText("No cash courier in the hills. Talk to us").waitFor();
    // What takes its place is chosen: on WhatsApp at "Buy Now", else online.
    expect([await cash.count(), await ways.getByRole("radio", { checked: true }).count()]).toEqual([0, 1]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await pin.fill("411004");
    await page.getByText("Pay ₹186 now, ₹743 on delivery").waitFor();
    expect(await page.getByText("No cash courier in the hills.").count()).toBe(0);
    await pin.fill("11000");
    await page.getByText("Pay ₹186 now").waitFor({ state: "detached" });
    await cash.check();
    await visitor.leave();
  },
);
