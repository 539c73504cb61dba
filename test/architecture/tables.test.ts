import { describe, expect, test } from "vitest";
import { type Source, sources, under } from "./sources.ts";
import { accessesOf, type Exception, foreignWrites, tablesOf, unexcused, upwardReads } from "./sql.ts";

const code = ["shop", "platform", "app", "server", "db", "demo", "scripts"]
  .flatMap(under)
  .filter(({ path }) => /\.tsx?$/.test(path));
const tables = tablesOf(sources);
const accesses = code.flatMap((source) => accessesOf(source, tables));

const identity = "the rules about accounts are the shop's; platform/identity is the port that signs in";
const written: Exception[] = [
  { who: "shop/accounts/", to: "platform/identity", why: identity },
  {
    who: "shop/import/",
    to: "shop/catalogue",
    why: "writes hundreds of products in one statement each, with the columns of the file's format",
  },
  {
    who: "shop/orders/posting/settle-offline",
    to: "shop/payments",
    why: "cash and free orders are payments of providers without an adapter",
  },
  ...[
    "shop/accounts",
    "shop/cart",
    "shop/content",
    "shop/coupons",
    "shop/draft-orders",
    "shop/notifications",
    "shop/orders",
    "shop/payments",
    "shop/reviews",
    "shop/stock-notices",
    "shop/wishlist",
    "platform/identity",
  ].map((to) => ({
    who: "shop/customers/merge",
    to,
    why: "two accounts become one: what belongs to one moves in one transaction",
  })),
  { who: "platform/backup/", to: "there", why: "loads whatever tables a backup names" },
  ...["catalogue", "settings", "offers", "reviews", "coupons", "content", "publishing"].map((noun) => ({
    who: "demo/seed/",
    to: `shop/${noun}`,
    why: "the demo's first rows, before the shop runs",
  })),
  { who: "demo/seed/", to: "platform/identity", why: "the demo's accounts with their known passwords" },
  { who: "demo/history", to: "platform/identity", why: "customers of the demo who signed up in the past" },
  { who: "demo/history", to: "platform/mail", why: "mails of the demo that were sent in the past" },
  { who: "db/pin-codes", to: "shop/delivery", why: "loads the list of PIN codes at the start" },
];

const read: Exception[] = [
  ...["catalogue", "orders"].map((noun) => ({
    who: "shop/audit/names-of-ids.server.ts",
    to: `shop/${noun}`,
    why: "the log says what the records that it recorded are called now",
  })),
  { who: "shop/catalogue/", to: "shop/offers", why: "a price is the one after the running offer" },
  {
    who: "shop/catalogue/inventory/inventory.server.ts",
    to: "shop/stock-notices",
    why: "staff see how many wait for a variant",
  },
  {
    who: "shop/catalogue/inventory/inventory.server.ts",
    to: "shop/orders",
    why: "a stock movement links to the order that caused it",
  },
  {
    who: "shop/catalogue/inventory/inventory.server.ts",
    to: "shop/returns",
    why: "a stock movement links to the order of the return that caused it",
  },
  {
    who: "shop/coupons/coupons.server.ts",
    to: "shop/orders",
    why: "a coupon for first orders asks for earlier ones",
  },
  {
    who: "shop/publishing/home.server.ts",
    to: "shop/coupons",
    why: "the code of a section is refused at its field when there is no such coupon",
  },
  { who: "shop/orders/", to: "shop/payments", why: "an order's payment status follows from the ledgers" },
];

test("only the owner of a table writes it, apart from listed exceptions", () => {
  expect(unexcused(foreignWrites(accesses, tables), written)).toEqual([]);
});

test("a folder reads only tables of lower levels, apart from listed exceptions", () => {
  expect(unexcused(upwardReads(accesses, tables), read)).toEqual([]);
});

describe("the checks report", () => {
  const shapes = (noun: string, ...names: string[]): Source => ({
    path: `shop/${noun}/tables.server.ts`,
    isTest: false,
    imports: [],
    text: names.map((name) => `export const ${name}Shape = pgTable("${name}", {});`).join("\n"),
  });
  const ours = tablesOf([shapes("cart", "cart_line"), shapes("orders", "orders", "order_line")]);
  const file = (text: string, path = "shop/cart/x.server.ts") => {
    const imported = `import { ordersShape, ordersShape as purchases } from "../orders/tables.server.ts";\n`;
    return accessesOf({ path, isTest: false, imports: [], text: imported + text }, ours);
  };
  const orders = ["shop/cart/x.server.ts writes orders of shop/orders"];
  const unreadable = ["shop/cart/x.server.ts writes a table that cannot be read there"];

  test.each([
    ["a builder's insert", "tx.insert(ordersShape).values({ id })", orders],
    ["a builder's update under another name", "await tx\n  .update(purchases)\n  .set({ id })", orders],
    ["a builder's delete", "const gone = tx.delete(ordersShape).where(eq(ordersShape.id, id))", orders],
    ["a builder's table from a variable", "for (const one of all) tx.delete(one).where(x)", unreadable],
    ["insert", "tx.execute(sql`insert into orders (id) values (\x24{id})`)", orders],
    ["insert with the schema", "tx.execute(sql`insert into public.orders select 1`)", orders],
    ["insert in capitals", "tx.execute(sql<Row>`\n  INSERT  INTO\n orders select 1`)", orders],
    ["update", "tx.execute(sql`/* hot */ update orders set a = 1`)", orders],
    ["update with an alias", "tx.execute(sql`update only orders as o\n set a = \x24{1}`)", orders],
    ["delete", "tx.execute(sql`delete from orders where id = \x24{id}`)", orders],
    [
      "a write in a CTE",
      "sql`with gone as (delete from cart_line returning *), n as (update orders o set a = 1) select 1`",
      orders,
    ],
    ["merge", "sql`merge into orders o using cart_line c on true when matched then delete`", orders],
    ["truncate", "sql`truncate table orders`", orders],
    ["copy", 'client.query("copy orders (id) from stdin")', orders],
    ["a string of SQL", "client.query('insert into orders values (1)')", orders],
    ["a template without a tag", "client.query(`delete from orders where id = \x24{1}`)", orders],
    ["a shape in a template", "sql`delete from \x24{purchases} where true`", orders],
    ["a table from a variable", "sql`delete from \x24{sql.identifier(table)}`", unreadable],
    ["raw SQL", 'sql.raw("update orders set a = 1")', orders],
    ["a part of a statement", "const part = sql`(select 1) union insert into orders select 1`", orders],
    ["SQL inside a template's value", "sql`select \x24{on ? sql`1` : sql`update orders set a = 1`}`", orders],
    [
      "nothing in a comment",
      "// delete from orders\n/* update orders set a */ sql`select 1 -- insert into orders`",
      [],
    ],
    ["nothing in words", 'const label = "Ask staff to update orders or delete from orders";', []],
    ["nothing in a lock", "sql`select 1 from cart_line for update of cart_line`", []],
    ["nothing in a write of its own", "sql`insert into cart_line select 1`", []],
  ])("%s", (_, text, lines) => expect(foreignWrites(file(text), ours)).toEqual(lines));

  const upward = ["shop/cart/x.server.ts reads orders of shop/orders"];
  test.each([
    ["a builder's select", "db.select().from(ordersShape)", upward],
    ["a builder's alias", 'const o = alias(purchases, "o");\ndb.select().from(o)', upward],
    ["a builder's join", "db.select().from(x).leftJoin(purchases, on)", upward],
    ["select", "sql`select 1 from orders`", upward],
    ["join", "sql`select 1 from cart_line c left join orders o on true`", upward],
    ["a list of tables", "sql`select 1 from cart_line c, orders o`", upward],
    ["a subquery", "sql`select exists (select from orders where true)`", upward],
    ["delete using", "sql`delete from cart_line c using orders o where true`", upward],
    ["a shape", "sql`select 1 from \x24{ordersShape} o`", upward],
    ["no column", "sql`select orders from cart_line where a is distinct from orders`", []],
    ["no reading of its own", "sql`select 1 from cart_line`", []],
  ])("an upward read: %s", (_, text, lines) => expect(upwardReads(file(text), ours)).toEqual(lines));

  test("reading a table of a lower level is not an upward read", () => {
    const path = "shop/orders/x.server.ts";
    expect(upwardReads(file("sql`select 1 from cart_line`", path), ours)).toEqual([]);
    expect(file("sql`select 1 from cart_line`", path)).toHaveLength(1);
  });

  test("platform reads no table of the shop", () => {
    const lines = upwardReads(file("sql`select 1 from orders`", "platform/x/y.server.ts"), ours);
    expect(lines).toEqual(["platform/x/y.server.ts reads orders of shop/orders"]);
  });

  test("an exception that is not needed any more", () => {
    const one = { who: "shop/cart/", to: "shop/orders", why: "" };
    expect(unexcused(orders, [one])).toEqual([]);
    expect(unexcused([], [one])).toHaveLength(1);
    expect(unexcused(orders, [{ ...one, who: "shop/wishlist/" }])).toHaveLength(2);
  });
});
