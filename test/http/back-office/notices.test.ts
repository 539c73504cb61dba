import { afterAll, beforeAll, expect, test } from "vitest";
import { noticeWords, staffNoticeKinds, staffNotices } from "../../../shop/staff-notices/kinds.ts";
import { staffNotice } from "../../../shop/staff-notices/tables.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let owner: Person;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  owner = await anAdmin(shop);
  await shop.services.db.insert(staffNotice).values(
    ["1 new order", "1 new message"].map((title) => ({
      userId: owner.id,
      kind: "order",
      title,
      text: "7a519d1f",
      link: "/admin/orders",
    })),
  );
});
afterAll(() => shop.dispose());

const page = async (path: string) => (await ask(path, { as: owner })).text();
const send = (form: Record<string, string>) => ask("/admin/notices", { ...posted(form), as: owner });

test("the bell of every screen counts what is not read, until it is opened or all are marked as read", async () => {
  expect(await page("/admin/orders")).toContain('aria-label="Notices: 2 not read"');
  const html = await page("/admin/notices");
  expect(textOf(html)).toContain("1 new message");
  const upTo = /name="upTo" value="(\d+)"/.exec(html)?.[1] ?? "";
  expect((await send({ intent: "opened", upTo })).status).toBe(200);
  expect(await page("/admin/orders")).toContain('aria-label="Notices: 1 not read"');
  expect((await send({ intent: "read", upTo })).status).toBe(303);
  expect(await page("/admin/orders")).toContain('aria-label="Notices: 0 not read"');
});

test("choices are stored, and shown again", async () => {
  const box = (html: string, name: string) =>
    new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? "";
  const before = await page("/admin/notices");
  expect(box(before, "order:email")).toContain("checked");
  expect(box(before, "low-stock:email")).not.toContain("checked");
  expect((await send({ intent: "choices", "low-stock:email": "on" })).status).toBe(303);
  const after = await page("/admin/notices");
  expect(box(after, "order:email")).not.toContain("checked");
  expect(box(after, "low-stock:email")).toContain("checked");
});

test("each notice leads to a list that shows exactly that", async () => {
  for (const told of staffNoticeKinds.flatMap((kind) => staffNotices[kind].tells)) {
    const { link } = noticeWords(told);
    const html = await page(link);
    const query = link.split("?")[1];
    // The list takes over what it was asked for: as its selected tab, or into its own form.
    const [name = "", value = ""] = query?.split("=") ?? [];
    const tab = new RegExp(
      `<a[^>]*(?:${name}=${value}"[^>]*aria-current|aria-current[^>]*${name}=${value}")`,
    );
    const field = new RegExp(`name="${name}"[^>]*value="${value}"|value="${value}"[^>]*selected`);
    const taken = tab.test(html) || field.test(html);
    expect(query === undefined || taken, link).toBe(true);
  }
});
