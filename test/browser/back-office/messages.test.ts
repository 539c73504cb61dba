import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { putIntoMailbox } from "../../../demo/mailbox.server.ts";
import { system } from "../../../shop/access/actor.ts";
import { readMailbox } from "../../../shop/content/inbox/read-mailbox.server.ts";
import { contactMessage, savedReply } from "../../../shop/content/tables.server.ts";
import { ordersOfInbox } from "../../../shop/orders/orders-among.server.ts";
import { accessibilityFaults } from "../../support/accessibility.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";
import { desktop, enterAs, openShop, phone } from "../../support/visitor.server.ts";

const open = openShop();
let asha: Person;
let ravi: Person;
let path: string;
beforeAll(async () => {
  const { shop } = open;
  asha = await anAdmin(shop);
  ravi = await aShopper(shop, { name: "Ravi" });
  await shop.services.db.execute(sql`update users set role = 'admin' where id = ${ravi.id}`);
  const message = { name: "Leela Nair", email: "leela@live.example", topic: "orders" } as const;
  const [made] = await shop.services.db
    .insert(contactMessage)
    .values({ ...message, id: randomUUID(), message: "Where is it?", createdAt: shop.clock.now() })
    .returning({ id: contactMessage.conversationId });
  path = `/admin/messages/${made?.id}`;
});

/** Leela answers by mail. */
async function answerByMail(text: string) {
  const { services, clock } = open.shop;
  clock.forward(1_000);
  const id = path.split("/").at(-1);
  await putIntoMailbox(
    services,
    `From: Leela <leela@live.example>\r\nMessage-ID: <${randomUUID()}@live.example>\r\nReferences: <${id}@campus.test>\r\n\r\n${text}`,
  );
  await readMailbox(services, system("read-mailbox"), ordersOfInbox);
}

test("an open conversation shows what comes, keeps what is typed, and tells who replied meanwhile", async () => {
  const first = await open.visit({ screen: desktop });
  const second = await open.visit({ screen: phone });
  await enterAs(first.page, asha);
  await enterAs(second.page, ravi);
  const live = first.page.waitForRequest((request) => request.url().includes("/live?"));
  await first.open(path);
  await second.open(path);
  await live;
  const box = first.page.getByLabel("Your answer");
  await box.fill("Dear Leela, we look");

  await answerByMail(
    "It has come now.\r\n\r\nOn Mon, 23 Nov 2026, Shop <shop@campus.test> wrote:\r\n> We ask",
  );
  await first.page.locator(".said").getByText("It has come now.").waitFor();
  await first.page.locator(".inbox-list").getByText("It has come now.").waitFor();
  await first.page.getByText("Leela wrote again just now.").waitFor();
  expect(await box.inputValue()).toBe("Dear Leela, we look");
  expect(await first.page.getByText("> We ask").isVisible()).toBe(false);
  await first.page.getByText("Show the quoted text").click();
  expect(await first.page.getByText("> We ask").isVisible()).toBe(true);

  await second.page.locator(".said").getByText("It has come now.").waitFor();
  await second.page.getByLabel("Your answer").fill("Good to hear.");
  await second.page.getByRole("button", { name: "Send by mail" }).click();
  await second.page.locator(".said").getByText("Good to hear.").waitFor();
  // Only the box of what was sent is empty.
  await expect.poll(() => second.page.getByLabel("Your answer").inputValue()).toBe("");

  await first.page.getByText("Ravi (staff) replied just now.").waitFor();
  expect(await box.inputValue()).toBe("Dear Leela, we look");
  expect(await accessibilityFaults(first.page)).toEqual([]);
  await box.pressSequentially(" at it.");
  await first.page.getByRole("button", { name: "Send by mail" }).click();
  await first.page.locator(".said").getByText("Dear Leela, we look at it.").waitFor();
  await expect.poll(() => box.inputValue()).toBe("");
  expect(await first.page.getByText("replied just now.").count()).toBe(0);
  await first.leave();
  await second.leave();
});

test("a saved reply goes where the cursor is, and none of what was typed is lost", async () => {
  const { services } = open.shop;
  await services.db
    .insert(savedReply)
    .values({ name: "On its way", text: "Dear {{name}}, it is on its way." });
  const { page, open: go, leave } = await open.visit({ screen: desktop });
  await enterAs(page, asha);
  await go(`${path}?show=all`);
  const box = page.getByLabel("Your answer");
  await box.fill("Regards, Asha");
  const insert = page.getByRole("button", { name: "Insert" });
  await insert.click();
  expect(await box.inputValue()).toBe("Regards, Asha\n\nDear Leela Nair, it is on its way.");
  await box.fill("Regards, Asha");
  await box.press("Home");
  await insert.press("Enter");
  expect(await box.inputValue()).toBe("Dear Leela Nair, it is on its way.\n\nRegards, Asha");
  // The cursor is behind what was put in.
  await page.keyboard.type(" Sorry!");
  expect(await box.inputValue()).toBe("Dear Leela Nair, it is on its way. Sorry!\n\nRegards, Asha");
  await page.getByRole("button", { name: "Save as a staff note" }).click();
  await page.locator(".said").getByText("it is on its way. Sorry!").waitFor();
  expect(new URL(page.url()).search).toBe("?show=all");
  await leave();
});
