import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guardTable } from "../../app/http/access/guard-table.ts";
import { type Ask, asking, posted, textOf } from "../support/ask.server.ts";
import { onDatabase } from "../support/cluster/databases.server.ts";
import { anOrder } from "../support/ordered/placed-orders.server.ts";
import { aShirt, type Piece } from "../support/orders.server.ts";
import { readPage } from "../support/readers/page-reader.ts";
import { type TestShop, testShop } from "../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let shopper: Person;
let shirt: Piece;
let orderId: string;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  shopper = await aShopper(shop);
  shirt = await aShirt(shop);
  orderId = (await anOrder(shop, shopper)).id;
  await ask("/cart", {
    ...posted({ intent: "add", product: shirt.productId, size: "M", quantity: "1" }),
    as: shopper,
  });
});
afterAll(() => shop.dispose());

/** Every table refuses changes, as a full disk or a database after a failover does; reading works. */
async function whileNothingIsWritten(work: () => Promise<void>) {
  const tables = await onDatabase(
    shop.databaseUrl,
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  await onDatabase(
    shop.databaseUrl,
    `create function refuse_write() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
     ${tables.map(({ name }) => `create trigger refuse_write before insert or update or delete on ${name} for each statement execute function refuse_write();`).join("\n")}`,
  );
  try {
    await work();
  } finally {
    await onDatabase(shop.databaseUrl, "drop function refuse_write() cascade");
  }
}

type Broken = {
  path: () => string;
  as: () => Person | undefined;
  fields: () => Record<string, string>;
  says: string;
  keeps?: string;
};
const product = (more: Record<string, string> = {}) => ({
  name: "Broken Kurta",
  price: "1299",
  description: "A kurta that was typed with care.",
  status: "active",
  "variant.0.stock": "4",
  ...more,
});
const broken: Broken[] = [
  {
    path: () => "/admin/products/new",
    as: () => admin,
    fields: () => product(),
    says: "Failed to create product",
    keeps: "A kurta that was typed with care.",
  },
  {
    path: () => `/admin/products/${shirt.productId}`,
    as: () => admin,
    fields: () => product({ version: "1" }),
    says: "Failed to update product",
    keeps: "A kurta that was typed with care.",
  },
  {
    path: () => "/admin/products",
    as: () => admin,
    fields: () => ({ intent: "delete", product: shirt.productId }),
    says: "Failed to delete product",
  },
  {
    path: () => "/profile",
    as: () => shopper,
    says: "Error updating profile",
    keeps: "Asha Broken",
    fields: () => ({ intent: "profile", name: "Asha Broken", phone: "9876543210" }),
  },
  {
    path: () => "/cart",
    as: () => shopper,
    says: "Failed to add item to cart",
    fields: () => ({ intent: "add", product: shirt.productId, size: "M", quantity: "1" }),
  },
  {
    path: () => "/cart",
    as: () => shopper,
    fields: () => ({ intent: "order" }),
    says: "Order failed",
  },
  {
    path: () => "/cart",
    as: () => shopper,
    fields: () => ({ intent: "clear" }),
    says: "Failed to clear cart",
  },
  {
    path: () => `/admin/orders/${orderId}`,
    as: () => admin,
    says: "Failed to update order status",
    fields: () => ({ intent: "status", status: "confirmed", seen: "pending", version: "" }),
  },
  {
    path: () => `/admin/orders/${orderId}`,
    as: () => admin,
    says: "Something went wrong",
    keeps: "She calls back at six.",
    fields: () => ({ intent: "note", key: "n-12345678", text: "She calls back at six." }),
  },
  {
    path: () => "/admin/orders/new",
    as: () => admin,
    says: "Something went wrong",
    fields: () => ({ intent: "save", name: "Asha" }),
  },
  {
    path: () => "/contact",
    as: () => undefined,
    says: "Something went wrong",
    keeps: "Where is my kurta",
    fields: () => ({
      name: "Asha",
      email: "asha@campus.test",
      topic: "orders",
      subject: "Where is it",
      message: "Where is my kurta? I have been waiting for a week.",
    }),
  },
];

describe("when the database refuses, the form is shown again with its message and what was typed", () => {
  test("each form with a text of the specification", () =>
    whileNothingIsWritten(async () => {
      for (const { path, as, fields, says, keeps } of broken) {
        const answer = await ask(path(), { ...posted(fields()), as: as() });
        const html = await answer.text();
        const where = `${path()} ${fields().intent ?? ""}: ${textOf(html).slice(0, 300)}`;
        expect(answer.status, where).toBeGreaterThanOrEqual(500);
        expect(textOf(html), where).toContain(says);
        if (keeps) expect(html, where).toContain(keeps);
      }
    }));

  test("no form of the guard table becomes an error page", () =>
    whileNothingIsWritten(async () => {
      const offenders: string[] = [];
      for (const [pattern, { accepts, intents = {}, who }] of guardTable) {
        if (accepts === null || /^\/(functions|dev)\//.test(pattern)) continue;
        const path = pattern
          .replace("/orders/:id", `/orders/${orderId}`)
          .replace("/order/:id", `/order/${shirt.productId}`)
          .replace(/[:*]\w*\??/g, shirt.productId);
        for (const intent of Object.keys(intents)) {
          const fields = {
            ...product({ intent, product: shirt.productId, size: "M" }),
            email: "asha@campus.test",
          };
          const answer = await ask(path, {
            ...posted(fields),
            as: who === "staff" ? admin : who === "guest" ? undefined : shopper,
          });
          const text = answer.status >= 500 ? textOf(await answer.text()) : "";
          if (/Something went wrong It is not you/.test(text)) offenders.push(`${path} ${intent}`);
        }
      }
      expect(offenders, offenders.join("\n")).toEqual([]);
    }));
});

test("a cart that cannot be read leaves the product's page, with a message", async () => {
  await onDatabase(shop.databaseUrl, "alter table cart_line rename to cart_line_away");
  try {
    const { status, text } = await readPage(ask, `/product/${shirt.slug}`, { as: shopper });
    expect(status).toBe(200);
    expect(text).toContain("Failed to fetch cart items");
  } finally {
    await onDatabase(shop.databaseUrl, "alter table cart_line_away rename to cart_line");
  }
});

test.each(["/cart", "/wishlist"])("a guest's form to %s that asks for a toast is answered", async (path) => {
  const fields = { intent: "add", product: shirt.productId, size: "M", answer: "here" };
  const answer = await ask(path, posted(fields));
  expect(answer.status).toBeLessThan(400);
});

test.each([
  ["/admin/orders", "from=2026-02-31&to=0026-11-26"],
  ["/admin/audit", "from=2026-02-31&to=2026-04-31"],
  ["/admin/audit", "from=9999999-01-01&to=x"],
  ["/admin/audit/export.csv", "from=2026-02-31&to=2026-02-30"],
  ["/admin/orders/export.csv", "from=2026-02-31&to=2026-02-30"],
])("days that do not exist are dropped from %s?%s", async (path, query) => {
  expect((await ask(`${path}?${query}`, { as: admin })).status).toBe(200);
});
