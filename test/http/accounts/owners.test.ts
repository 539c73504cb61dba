import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guardTable } from "../../../app/http/access/guard-table.ts";
import { readAddress } from "../../../shop/accounts/customer/address.ts";
import { saveAddress } from "../../../shop/accounts/customer/addresses.server.ts";
import { notify } from "../../../shop/accounts/customer/notifications.server.ts";
import { addToCart } from "../../../shop/cart/change-cart.server.ts";
import { addToWishlist } from "../../../shop/wishlist/wishlist.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { aShirt, type Piece } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { aShopper, cookieOf, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let shirt: Piece;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
  shirt = await aShirt(shop, { size: null });
});
afterAll(() => shop.dispose());

const lines = {
  label: "Home",
  name: "Asha Rao",
  phone: "9876543210",
  line1: "12 Lake Road",
  line2: "",
  city: "Mysuru",
  state: "Karnataka",
  postalCode: "570001",
};

/** A customer with one of everything that a form may refer to. */
async function owner(): Promise<Person> {
  const { services } = shop;
  const person = await aShopper(shop);
  for (const label of ["Home", "Work"]) {
    const read = readAddress({ ...lines, label });
    if (!read.ok) throw new Error(JSON.stringify(read.errors));
    await saveAddress(services, person, read.value);
  }
  await notify(services, person.id, { kind: "account", message: { code: "two-step-on" } });
  await notify(services, person.id, { kind: "account", message: { code: "two-step-off" } });
  await addToCart(services, person, { productId: shirt.productId, size: null, colour: null, quantity: 2 });
  await addToWishlist(services, person, shirt.productId);
  await cookieOf(shop, person.email);
  return person;
}

const tables = {
  address: "address",
  notification: "notification",
  line: "cart_line",
  device: "session",
} as const;
type Thing = keyof typeof tables;

/**
 * The record of a person that every form about it changes: not the address that is the default already, nor the session
 * that asks. The time of making does not tell them apart for certain, since a computer's clock may be set back.
 */
async function idOf(thing: Thing, { id, cookie }: Person): Promise<string> {
  const changeable = {
    address: sql`not is_default`,
    notification: sql`true`,
    line: sql`true`,
    device: sql`not starts_with(${decodeURIComponent(cookie)}, 'session=' || token || '.')`,
  };
  const { rows } = await shop.services.db.execute<{ id: string }>(
    sql`select id from ${sql.identifier(tables[thing])} where user_id = ${id} and ${changeable[thing]} limit 1`,
  );
  return rows[0]?.id ?? "";
}

/** All stored rows of a person. */
async function belongings({ id }: Person): Promise<unknown> {
  const rowsOf = async (table: string, columns: SQL = sql`*`) =>
    (
      await shop.services.db.execute(
        sql`select ${columns} from ${sql.identifier(table)} where user_id = ${id} order by id`,
      )
    ).rows;
  return {
    addresses: await rowsOf("address"),
    notifications: await rowsOf("notification"),
    cart: await rowsOf("cart_line"),
    wishes: await rowsOf("wishlist_entry"),
    devices: await rowsOf("session"),
  };
}

/** Every form that refers to a record of a customer: its route, the field with the id, its other fields. */
const forms: { route: string; thing: Thing; field: string; rest: Record<string, string> }[] = [
  { route: "/profile", thing: "address", field: "id", rest: { intent: "address", ...lines, city: "Hampi" } },
  { route: "/profile", thing: "address", field: "id", rest: { intent: "default-address" } },
  { route: "/profile", thing: "address", field: "id", rest: { intent: "delete-address" } },
  { route: "/profile", thing: "notification", field: "id", rest: { intent: "read" } },
  { route: "/profile", thing: "device", field: "id", rest: { intent: "end-session" } },
  { route: "/cart", thing: "line", field: "line", rest: { intent: "set", quantity: "5" } },
  { route: "/cart", thing: "line", field: "line", rest: { intent: "set", quantity: "0" } },
  { route: "/cart", thing: "line", field: "line", rest: { intent: "remove" } },
];

const strangeIds = [
  "",
  "1",
  "%00",
  "'; drop table users; --",
  "../../etc/passwd",
  "5f0c9d1e",
  "é".repeat(400),
];

describe.each(forms)("$route, $rest.intent of $thing", ({ route, thing, field, rest }) => {
  const send = async (id: string, as: Person) => {
    const answer = await ask(route, { ...posted({ ...rest, [field]: id }), as });
    const { status, headers } = answer;
    const toast = headers.getSetCookie();
    return { status, to: headers.get("Location"), toast, said: textOf(await answer.text()) };
  };

  test("works on one's own; another customer's answers like an unknown one and stays unchanged", async () => {
    const [asha, ben] = [await owner(), await owner()];
    const [mine, theirs] = [await idOf(thing, asha), await idOf(thing, ben)];
    const untouched = await belongings(ben);
    const before = await belongings(asha);

    const foreign = await send(theirs, asha);
    const unknown = await send(randomUUID(), asha);
    expect(foreign).toEqual(unknown);
    expect(await belongings(ben)).toEqual(untouched);
    expect(await belongings(asha)).toEqual(before);
    expect(JSON.stringify(foreign)).not.toContain(ben.email);

    for (const id of strangeIds.filter((strange) => strange !== "" || thing === "line")) {
      expect(await send(id, asha), id).toMatchObject({ status: unknown.status, to: unknown.to });
      expect(await belongings(asha), id).toEqual(before);
    }

    await send(mine, asha);
    expect(await belongings(asha)).not.toEqual(before);
    expect(await belongings(ben)).toEqual(untouched);
  });
});

test("a user id or email in a form never changes another customer's data", async () => {
  const [asha, ben] = [await owner(), await owner()];
  const untouched = await belongings(ben);
  const forged = { userId: ben.id, user_id: ben.id, email: ben.email, keep: await idOf("device", ben) };
  for (const [route, fields] of [
    ["/profile", { intent: "sign-out-elsewhere", id: await idOf("device", ben) }],
    ["/profile", { intent: "profile", name: "Somebody Else", id: ben.id }],
    ["/profile", { intent: "read", id: "" }],
    ["/profile", { intent: "address", ...lines, id: "" }],
    ["/profile", { intent: "delete-account", id: ben.id }],
    ["/cart", { intent: "clear" }],
    ["/wishlist", { intent: "toggle", product: shirt.productId }],
    ["/wishlist", { intent: "remove", product: shirt.productId }],
    ["/wishlist", { intent: "add-all" }],
  ] as const) {
    const answer = await ask(route, { ...posted({ ...fields, ...forged }), as: asha });
    expect(answer.status, `${route} ${fields.intent}`).toBeLessThan(500);
    expect(await belongings(ben), `${route} ${fields.intent}`).toEqual(untouched);
  }
});

test("the form to edit an address opens for one's own addresses only", async () => {
  const [asha, ben] = [await owner(), await owner()];
  const open = async (id: string) =>
    (
      await (await ask(`/profile?tab=addresses&edit=${encodeURIComponent(id)}`, { as: asha })).text()
    ).includes('name="line1"');
  expect(await open(await idOf("address", asha))).toBe(true);
  for (const id of [await idOf("address", ben), randomUUID(), ...strangeIds])
    expect(await open(id), id).toBe(false);
});

test("every route of a customer's own data that accepts a form is covered here", () => {
  const taking = [...guardTable].filter(([, { owner, accepts }]) => owner && accepts).map(([route]) => route);
  // A vote refers to a review, which is public; the session tells whose vote it is (test/http/pages).
  const tried = new Set([...forms.map(({ route }) => route), "/wishlist", "/product/:id/helpful"]);
  // Routes with an order id are tested in order-owners.test.ts.
  const others = taking.filter((route) => !/^\/(orders?|checkout|functions)\b/.test(route));
  expect(others.filter((route) => !tried.has(route))).toEqual([]);
});
