import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { invalidateSettings } from "../../../shop/settings/settings.server.ts";
import { defaultSettings } from "../../../shop/settings/settings.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { anAddress, aShirt } from "../../support/orders.server.ts";
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

async function send(path: string, fields: Record<string, string>) {
  const answer = await ask(path, { ...posted(fields), as: admin });
  const html = await answer.text();
  return { status: answer.status, to: answer.headers.get("Location") ?? "", html, words: textOf(html) };
}
const open = async (path: string) => (await ask(path, { as: admin })).text();

/** Saves the form of a draft, at `path` or a new one, looks at it, and presses the button. */
async function pressed(path: string, fields: Record<string, string>, intent: "place" | "apply") {
  const version = async (at: string) => /name="version" value="(\d+)"/.exec(await open(at))?.[1] ?? "";
  const saved = await send(path, { ...fields, version: await version(path), intent: "save" });
  const draft = saved.to.split("#")[0] ?? "";
  const seen = textOf(await open(draft));
  return { seen, ...(await send(draft, { ...fields, version: await version(draft), intent })) };
}

test("an order by hand for a business has its name and GSTIN, also after a change, checked as at the checkout", async () => {
  const shirt = await aShirt(shop, { stock: 5 });
  const { country: _, ...home } = anAddress;
  const fields = { ...home, [`quantity-${shirt.variantId}`]: "1", companyName: "Tata Uniforms & Sons" };
  const question = "For a business? Add its GSTIN";
  expect(textOf(await open("/admin/orders/new"))).not.toContain(question);
  const legal = JSON.stringify({ ...defaultSettings.legal, gstin: "29AAACC1234D1Z5" });
  await shop.services.db.execute(sql`insert into setting (key, value) values ('legal', ${legal}::jsonb)`);
  invalidateSettings(shop.services);
  expect(textOf(await open("/admin/orders/new"))).toContain(question);

  const of = (buyerGstin: string) => ({ ...fields, buyerGstin });
  const refused = await pressed("/admin/orders/new", of("32AABCT1332L1ZN"), "place");
  const elsewhere = "registered in Kerala, and the parcel goes to Karnataka";
  expect([refused.status, refused.words]).toEqual([400, expect.stringContaining(elsewhere)]);
  expect(refused.html).toContain('value="32AABCT1332L1ZN"');
  const placed = await pressed("/admin/orders/new", of("29aabct 1332 l1za"), "place");
  const id = placed.to.slice(-36);
  const business = { companyName: "Tata Uniforms & Sons", buyerGstin: "29AABCT1332L1ZA" };
  expect(await orderOf(shop.services, id)).toMatchObject(business);
  const screen = textOf(await open(`/admin/orders/${id}`));
  expect(screen).toContain("Invoice to Tata Uniforms & Sons, GSTIN 29AABCT1332L1ZA");

  const change = async (typed: Record<string, string>) => {
    const { to } = await send(`/admin/orders/${id}`, { intent: "edit" });
    const shipping = /name="shipping"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="shipping"/.exec(
      await open(to),
    );
    const fee = shipping?.[1] ?? shipping?.[2] ?? "";
    return pressed(to, { ...fields, ...business, shipping: fee, ...typed }, "apply");
  };
  const moved = await change({ state: "Kerala", city: "Kochi", postalCode: "682001" });
  expect([moved.status, moved.words]).toEqual([
    400,
    expect.stringContaining("registered in Karnataka, and the parcel goes to Kerala"),
  ]);
  const other = await change({ companyName: "Tata Textiles" });
  expect(other.seen).toContain("Business that the invoice is made out to");
  expect(await orderOf(shop.services, id)).toMatchObject({ companyName: "Tata Textiles" });
  await change({ companyName: "", buyerGstin: "" });
  expect(await orderOf(shop.services, id)).toMatchObject({ companyName: null, buyerGstin: null });
});
