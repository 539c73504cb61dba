import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addNote } from "../../../shop/order-management/notes-and-emails.server.ts";
import { requestReturn } from "../../../shop/returns/request-return.server.ts";
import { aStaffMember } from "../../support/access/actors.ts";
import { onDatabase } from "../../support/cluster/databases.server.ts";
import { payloads } from "../../support/faults/payloads.ts";
import { seen } from "../../support/faults/seen.server.ts";
import { figure } from "../../support/faults/servers.server.ts";
import { aDeliveredOrder, aReturnWish, aShirt } from "../../support/orders.server.ts";
import { anAdmin, aShopper, cookieOf } from "../../support/users.server.ts";
import { openShop } from "../../support/visitor.server.ts";

const open = openShop();

/** Stores a payload past all form validation, so that only the escaping in pages and emails can stop it. */
async function planted(payload: string) {
  const { shop } = open;
  const said = `'${payload.replaceAll("'", "''")}'`;
  const short = `left(${said}, 60)`;
  const owner = (statement: string) => onDatabase(shop.databaseUrl, statement);
  const buyer = await aShopper(shop, { name: payload.slice(0, 60) });
  const shirt = await aShirt(shop, { name: payload.slice(0, 100), size: payload.slice(0, 20) });
  await owner(`update product set brand = ${short}, description = ${said}, material = ${said}, wash_care = ${said},
    country_of_origin = ${short}, tags = array[${said}] where id = '${shirt.productId}'`);
  const order = await aDeliveredOrder(shop, buyer, [[shirt, 1]]);
  await requestReturn(shop.services, buyer, order.id, {
    ...aReturnWish([{ lineId: order.lines[0]?.id ?? "", quantity: 1 }]),
    details: payload,
  });
  await addNote(shop.services, aStaffMember({ id: buyer.id, name: payload }), order.id, {
    key: randomUUID(),
    text: payload,
  });
  await owner(`update orders set name = ${short}, line1 = ${short}, line2 = ${short}, city = ${short},
    state = ${short}, country = ${short}, note = ${said}
    where id = '${order.id}'`);
  await owner(
    `update parcel set courier = ${short}, tracking_number = ${short} where order_id = '${order.id}'`,
  );
  await owner(`insert into address (id, user_id, label, name, phone, line1, line2, city, state, postal_code)
    values (gen_random_uuid(), '${buyer.id}', left(${said}, 40), ${short}, '+919876543210', ${short}, ${short},
      ${short}, ${short}, '560001')`);
  await owner(`insert into review (product_id, rating, comment, display_name, reply, replied_at)
    values ('${shirt.productId}', 4, ${said}, ${short}, ${said}, now())`);
  await owner(`insert into contact_message (id, name, email, topic, message, created_at)
    values (gen_random_uuid(), ${short}, ${short}, 'other', ${said}, now())`);
  const slug = `planted-${randomUUID()}`;
  await owner(`insert into blog_post (id, slug, title, category, excerpt, body_markdown, author, published_at)
    values (gen_random_uuid(), '${slug}', ${said}, 'tips', ${said}, ${said}, ${short}, now() - interval '1 day')`);
  await owner(`insert into offer (title, discount_percent, valid_from, valid_to)
    values (${said}, 5, now() + interval '1 day', now() + interval '2 days')`);
  await owner(`insert into coupon (code, description, kind, value, valid_from, valid_to)
    values ('X${randomUUID().slice(0, 8).toUpperCase()}', ${said}, 'percent', 5, now(), now() + interval '1 day')`);
  await owner(`insert into search_log (query, results, at) values (${short}, 0, now())`);
  await owner(`insert into setting (key, value) values ('shopName', to_jsonb(${short}::text)),
    ('tagline', to_jsonb(${said}::text)), ('description', to_jsonb(${said}::text))
    on conflict (key) do update set value = excluded.value`);
  return { buyer, shirt, order, slug };
}

/** Everything in a page or email that would run, or that a text has turned into an element. */
function alive(page: Page, html?: string): Promise<string[]> {
  return page.evaluate((text) => {
    const root = text === undefined ? document : new DOMParser().parseFromString(text, "text/html");
    const found = "ran" in window ? ["it ran"] : [];
    for (const element of root.querySelectorAll("*")) {
      if (element.localName === "ran-here") found.push("<ran-here>");
      for (const { name, value } of element.attributes) {
        const runs = name.startsWith("on") || /^\s*(javascript|data:text\/html)/i.test(value);
        // The content of a meta description is harmless; that of a meta refresh is not.
        const refresh = name === "content" && element.hasAttribute("http-equiv");
        const leads = refresh || ["href", "src", "action", "formaction", "data", "srcdoc"].includes(name);
        if ((name.startsWith("on") || leads) && runs && value.includes("ran")) found.push(`${name}=${value}`);
      }
    }
    return found;
  }, html);
}

test("user input is shown as text in pages, emails, the chat link and CSV exports", {
  timeout: 1_200_000,
}, async () => {
  const { shop } = open;
  const chosen = payloads.slice(figure(9, 0), figure(10, payloads.length));
  const admin = await anAdmin(shop);
  const desktop = await open.visit();
  const wrong: string[] = [];
  let pages = 0;
  const watch = (page: Page) => {
    page.on("dialog", (dialog) => void dialog.dismiss());
    page.on("console", (message) => {
      // /dev/mail shows emails whose pictures are at the shop's public address, which a test does not have.
      if (/localhost:3000\/mail\/\w+\.png/.test(message.text())) return;
      if (/content security policy/i.test(message.text())) wrong.push(message.text().slice(0, 200));
    });
  };
  const look = async (page: Page, path: string) => {
    const answer = await page.goto(path, { waitUntil: "load" });
    expect(answer?.status() ?? 0, path).toBeLessThan(500);
    await page
      .locator("html[data-ready]")
      .waitFor({ state: "attached", timeout: 5_000 })
      .catch(() => undefined);
    pages++;
    for (const found of await alive(page)) wrong.push(`${path}: ${found}`);
  };
  const signIn = async (page: Page, email: string) => {
    const [name = "", value = ""] = (await cookieOf(shop, email)).split("=");
    await page.context().clearCookies();
    await page.context().addCookies([{ name, value, url: open.address }]);
  };
  watch(desktop.page);
  for (const payload of chosen) {
    const { buyer, shirt, order, slug } = await planted(payload);
    await signIn(desktop.page, buyer.email);
    const mine = [
      `/product/${shirt.slug}`,
      `/shop?q=${encodeURIComponent(payload)}`,
      `/blog/${slug}`,
      `/orders?open=${order.id}`,
      `/order-confirmation/${order.id}`,
      `/profile?tab=${encodeURIComponent(payload)}`,
      "/profile?tab=addresses",
      `/track/${order.id}`,
    ];
    for (const path of mine) await look(desktop.page, path);
    await signIn(desktop.page, admin.email);
    for (const path of [
      `/admin/orders/${order.id}`,
      `/admin/products/${shirt.productId}`,
      `/admin/users/${buyer.id}`,
      `/admin/customers/${buyer.id}`,
    ])
      await look(desktop.page, path);
    const chat = await desktop.page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href*="wa.me"]')].map(({ href }) => href),
    );
    for (const link of chat) expect(new URL(link).origin).toBe("https://wa.me");
  }
  const lists = [
    "",
    "/products",
    "/orders",
    "/returns",
    "/offers",
    "/coupons",
    "/reviews",
    "/messages",
    "/searches",
  ];
  for (const list of [...lists, "/users", "/audit", "/settings", "/inventory"])
    await look(desktop.page, `/admin${list}`);
  for (const path of ["/", "/blog", "/category/women", "/dev/mail"]) await look(desktop.page, path);

  await shop.runDue();
  const emails = shop.sentMail();
  for (const { html, subject } of emails) {
    expect(subject).not.toMatch(/[\r\n]/);
    for (const found of html ? await alive(desktop.page, html) : []) wrong.push(`a letter: ${found}`);
  }
  let cells = 0;
  for (const path of ["orders/export.csv", "export/products.csv", "audit/export.csv"]) {
    const answer = await fetch(`${open.address}/admin/${path}`, {
      headers: { Cookie: await cookieOf(shop, admin.email) },
    });
    const table: string[][] = parse(await answer.text(), { bom: true, relax_column_count: true });
    for (const cell of table.flat()) {
      cells++;
      // A spreadsheet reads a cell that begins like this as a formula.
      if (/^[=+\-@\t]/.test(cell) && !/^[+-]?\d+(\.\d+)?$/.test(cell)) wrong.push(`${path}: ${cell}`);
    }
  }
  await desktop.page.context().close();
  expect([...new Set(wrong)]).toEqual([]);
  expect(emails.length).toBeGreaterThan(chosen.length);
  seen(
    "markup",
    `${chosen.length} payloads, ${pages} pages, ${emails.length} letters, ${cells} cells: none ran, no CSP report`,
  );
});
