import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
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

/** As Shopify exports them (Shopify Help, "Exporting customers"). */
const customers = `Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags
'6401,Meera,Shah,Meera.Shah@mail.example,yes,,12 Law Garden,,Ahmedabad,GJ,IN,'380006,+91 98765 43210,'+919876543210,no,2598.00,2,Likes indigo,no,"VIP, vip, Wholesale"
'6402,Ravi,Iyer,ravi@mail.example,no,,Flat 4,,Chennai,TN,IN,12,,,no,0.00,0,,no,
'6403,Only,Phone,,no,,,,,,,,,'+919876500000,no,0.00,0,,no,
'6404,Broken,Mail,broken@,yes,,,,,,,,,,no,0.00,0,,no,
'6405,Meera,Again,meera.shah@mail.example,no,,,,,,,,,,no,0.00,0,,no,
`;
/** As Shopify exports them: the lines after the first of an order have only its number and the item. */
const orders = `Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Shipping Name,Shipping City,Shipping Phone,Cancelled at,Refunded Amount
#1001,meera.shah@mail.example,paid,2024-03-01 10:15:10 +0530,fulfilled,2024-03-03 10:00:00 +0530,no,INR,2598.00,0.00,0.00,2598.00,,0.00,Standard,2024-03-01 10:15:00 +0530,2,Indigo Kurta - M,999.00,,KUR-M,Meera Shah,Ahmedabad,+919876543210,,0.00
#1001,meera.shah@mail.example,,,,,,,,,,,,,,2024-03-01 10:15:00 +0530,1,Cotton Stole,600.00,,STO,,,,,
#1002,someone@mail.example,paid,,,,no,USD,10.00,0.00,0.00,10.00,,0.00,,2024-04-01 10:15:00 +0530,1,Stole,10.00,,STO,,,,,0.00
#1003,meera.shah@mail.example,refunded,,,,no,INR,600.00,0.00,0.00,600.00,,0.00,,2024-05-01 10:15:00 +0530,many,Stole,600.00,,STO,,,,,600.00
#1004,meera.shah@mail.example,paid,,,,no,INR,600.00,0.00,0.00,"600,00",,0.00,,2024-05-01 10:15:00 +0530,1,Stole,600.00,,STO,,,,,0.00
`;

async function send(text: string, intent: "check" | "import") {
  const body = new FormData();
  body.set("intent", intent);
  body.set("file", new Blob([text]), "export.csv");
  const answer = await ask("/admin/users/import", {
    method: "POST",
    headers: { Origin: "http://shop.test" },
    body,
    as: admin,
  });
  return textOf(await answer.text());
}
const count = async (
  table: "users" | "past_order" | "mail_outbox" | "stock_movement" | "orders" | "invoice",
) => {
  const { rows } = await shop.services.db.execute(
    sql`select count(*)::integer as n from ${sql.identifier(table)}`,
  );
  return rows[0]?.n;
};

test("Shopify's customers become accounts without a password; rows that cannot be are named with their line", async () => {
  const before = await count("users");
  const checked = await send(customers, "check");
  expect(checked).toContain("2 customers can be imported");
  expect(checked).toContain("Line 4 Only Phone has no email address, and could not log in.");
  expect(checked).toContain("Line 5 “broken@” is no email address.");
  expect(checked).toContain("Line 6 meera.shah@mail.example is in an earlier row already.");
  expect(checked).toContain("Line 3 ravi@mail.example is imported without the address: ");
  expect(await count("users")).toBe(before);

  expect(await send(customers, "import")).toContain("2 customers imported");
  expect(await send(customers, "import")).toContain(
    "0 customers imported Nobody was sent a message. 2 customers were here already",
  );
  expect(await count("mail_outbox")).toBe(0);
  const { rows } = await shop.services.db.execute(sql`
    select u.name, p.phone, a.city, a.state, n.status, c.id as password from users u join profile p on p.user_id = u.id
    left join address a on a.user_id = u.id left join newsletter_subscriber n on n.email = u.email
    left join credential c on c.user_id = u.id where u.email like '%@mail.example' order by u.name`);
  expect(rows).toEqual([
    {
      name: "Meera Shah",
      phone: "+919876543210",
      city: "Ahmedabad",
      state: "Gujarat",
      status: "confirmed",
      password: null,
    },
    { name: "Ravi Iyer", phone: null, city: null, state: null, status: null, password: null },
  ]);
  // The earlier shop was told, and no link of this one was followed.
  const meera = await shop.services.db.execute(
    sql`select id from users where email = 'meera.shah@mail.example'`,
  );
  const page = await (await ask(`/admin/customers/${meera.rows[0]?.id}`, { as: admin })).text();
  expect(textOf(page)).toMatch(/Newsletter Agreed \(\d/);
  expect(page).toContain('value="vip, Wholesale"');
  expect(textOf(page)).toContain("Likes indigo");
  const found = await (await ask("/admin/customers?tag=wholesale", { as: admin })).text();
  expect(textOf(found)).toContain("Meera Shah");
});

test("tags and notes that do not fit are named with their line, and the customer is imported", async () => {
  const tags = [...Array.from({ length: 21 }, (_, n) => `tag ${n}`), "x".repeat(41)].join(", ");
  const file = `First Name,Last Name,Email,Note,Tags\nKiran,Rao,kiran@mail.example,${"n".repeat(2_001)},"${tags}"\n`;
  expect(await send(file, "import")).toContain(
    "Line 2 kiran@mail.example is imported without 2 tags: at most 20 tags of 40 characters each. And without the end of the note: at most 2,000 characters.",
  );
  const { rows } = await shop.services.db.execute(sql`
    select cardinality(c.tags) as tags, length(c.note) as note from customer c join users u on u.id = c.user_id
    where u.email = 'kiran@mail.example'`);
  expect(rows).toEqual([{ tags: 20, note: 2000 }]);
});

test("past orders are seen by their customer, who logs in by a code, and touch nothing else", async () => {
  const untouched = ["stock_movement", "orders", "invoice", "mail_outbox"] as const;
  const before = await Promise.all(untouched.map(count));
  const read = await send(orders, "import");
  expect(read).toContain("1 past order imported");
  expect(read).toContain("Line 4 #1002: It was paid in USD, and this shop counts in rupees.");
  expect(read).toContain("Line 5 #1003: “many” is no quantity.");
  expect(read).toContain("#1004: “600,00” is no amount. Paise come after a point: 600.00, not 600,00.");
  expect(await Promise.all(untouched.map(count))).toEqual(before);

  await ask("/auth", posted({ intent: "ask-code", email: "meera.shah@mail.example" }));
  await shop.runDue();
  const code = /\b\d{6}\b/.exec(shop.sentMail().at(-1)?.text ?? "")?.[0] ?? "";
  const entered = await ask(
    "/auth",
    posted({ intent: "enter-code", email: "meera.shah@mail.example", code }),
  );
  expect(entered.status).toBe(303);
  const cookie = entered.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const mine = textOf(await (await ask("/orders", { as: { cookie } })).text());
  expect(mine).toContain("Earlier orders");
  expect(mine).toMatch(/#1001 .*Mar 2024 · Delivered 2 × Indigo Kurta - M, Cotton Stole ₹2,598\.00/);
  const data = await (await ask("/profile/my-data", { as: { cookie } })).text();
  expect(data).toContain("#1001");
});

test("other files, broken ones and none are refused in words", async () => {
  expect(await send("Handle,Title\na,b\n", "import")).toContain("The headings are neither those of");
  expect(await send('Email,First Name\n"a,b\nc,d\n', "import")).toContain(
    "A quotation mark in line 2 is not closed.",
  );
  expect(await send("\u0000\u0001", "import")).toContain("Nothing was imported");
});
