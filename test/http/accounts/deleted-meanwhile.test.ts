import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "../../../platform/identity/tables.server.ts";
import { conversation } from "../../../shop/content/tables.server.ts";
import { draftOrder } from "../../../shop/draft-orders/tables.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { atTheLock } from "../../support/at-the-lock.server.ts";
import { aShirt, type Piece } from "../../support/orders.server.ts";
import { pushService } from "../../support/push-stand-in.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let service: Awaited<ReturnType<typeof pushService>>;
let shirt: Piece;
beforeAll(async () => {
  [shop, service] = await Promise.all([testShop(), pushService()]);
  ask = await asking(shop.services);
  shirt = await aShirt(shop);
});
afterAll(async () => {
  await service.close();
  await shop.dispose();
});

/** Sends a request that has begun when the account of `who` is deleted, and is at its first change of the database then. */
const whileDeleted = (who: Person, path: string, init: RequestInit, as = who) =>
  atTheLock(
    shop.services.db,
    (tx) => tx.delete(users).where(eq(users.id, who.id)),
    () => ask(path, { ...init, as }),
    async () => undefined,
  );

const delivery = {
  name: "Asha Rao",
  phone: "9812345678",
  line1: "4, Car Street",
  postalCode: "560004",
  city: "Bengaluru",
  state: "Karnataka",
  country: "India",
  privacy: "yes",
};

const requests: [string, "shopper" | "admin", () => [string, RequestInit]][] = [
  [
    "a product for the cart",
    "shopper",
    () => [
      "/cart",
      posted({ intent: "add", product: shirt.productId, size: "M", quantity: "1", key: randomUUID() }),
    ],
  ],
  [
    "an order",
    "shopper",
    () => [
      `/order/${shirt.productId}?size=M&quantity=1`,
      posted({
        intent: "place",
        key: randomUUID(),
        method: "cod",
        variant: shirt.variantId,
        quantity: "1",
        ...delivery,
      }),
    ],
  ],
  [
    "choices of notifications",
    "shopper",
    () => ["/profile?tab=notifications", posted({ intent: "notification-settings", "orders push": "yes" })],
  ],
  [
    "a view of a list",
    "admin",
    () => ["/admin/views/orders/new", posted({ name: "Mine", query: "method=cod", version: "" })],
  ],
  ["the sort of a list", "admin", () => ["/admin/orders?sort=total", {}]],
];

test.each(requests)("who deletes their account while %s is stored has to log in", async (_, who, request) => {
  const person = who === "admin" ? await anAdmin(shop) : await aShopper(shop);
  const answer = await whileDeleted(person, ...request());
  expect(answer.status).toBe(302);
  const to = answer.headers.get("Location") ?? "";
  expect(to).toMatch(/^\/auth\?next=/);
  const flash = answer.headers.getSetCookie().find((one) => one.startsWith("flash="));
  const page = await ask(to, { as: { cookie: `${person.cookie}; ${flash?.split(";")[0]}` } });
  expect(textOf(await page.text())).toContain(
    "You are no longer logged in Your account has been deleted, or this device was signed out.",
  );
});

test("a device is not subscribed for who deletes their account meanwhile", async () => {
  const asha = await aShopper(shop);
  const form = posted({ intent: "push-on", ...service.device().subscription });
  const answer = await whileDeleted(asha, "/functions/push-subscription", form);
  expect(answer.status).toBe(401);
});

test("an order by hand is not begun for a customer whose account is deleted meanwhile", async () => {
  const [admin, asha] = [await anAdmin(shop), await aShopper(shop)];
  const form = posted({ intent: `use:${asha.id}`, version: "0", name: "Typed by staff" });
  const answer = await whileDeleted(asha, "/admin/orders/new", form, admin);
  expect(answer.status).toBe(409);
  const html = await answer.text();
  expect(textOf(html)).toContain("This customer's account has just been deleted");
  expect(html).toContain("Typed by staff");
  expect(await shop.services.db.select().from(draftOrder)).toEqual([]);
});

test("a message is not given to a member of the team whose account is deleted meanwhile", async () => {
  const [admin, other] = [await anAdmin(shop), await anAdmin(shop)];
  const [made] = await shop.services.db
    .insert(conversation)
    .values({ email: "ravi@campus.test", name: "Ravi", lastAt: shop.services.clock.now() })
    .returning();
  const form = posted({ intent: "assign", to: other.id, version: "1" });
  const answer = await whileDeleted(other, `/admin/messages/${made?.id}`, form, admin);
  expect(answer.status).toBe(400);
  expect(textOf(await answer.text())).toContain("This person does not answer messages any more.");
});
