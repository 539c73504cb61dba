import { afterAll, beforeAll, expect, test } from "vitest";
import { conversationOf, conversationWith } from "../../shop/content/inbox/conversations.server.ts";
import { asking, posted } from "../support/ask.server.ts";
import { readPage } from "../support/readers/page-reader.ts";
import { type TestShop, testShop } from "../support/test-shop.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

test("the demo shop shows its mail, newest first, in a sandboxed frame", async () => {
  const ask = await asking(shop.services);
  expect((await readPage(ask, "/dev/mail")).text).toContain("No mail yet");
  await ask("/newsletter", posted({ email: "first@example.com" }));
  shop.clock.forward(60_000);
  await shop.services.mail.queue(shop.services.db, {
    to: "second@example.com",
    subject: "<script>alert(1)</script>",
    text: "Look: https://shop.test/x and javascript:alert(1)",
    html: "<p>Hello</p><script>alert(2)</script>",
  });
  const page = await readPage(ask, "/dev/mail");
  expect(page.status).toBe(200);
  expect(page.text.indexOf("second@example.com")).toBeLessThan(page.text.indexOf("first@example.com"));
  expect(page.html).toMatch(/sandbox="allow-popups allow-popups-to-escape-sandbox"/);
  expect(page.html).not.toMatch(/<script>alert\(\d\)/);
  expect(page.html).toContain('href="https://shop.test/x"');
  expect(page.html).not.toContain('href="javascript:');
  const first = page.html.match(/href="(\/dev\/mail\?mail=[0-9a-f-]+)"/g)?.[1]?.slice(6, -1) ?? "";
  expect((await readPage(ask, first)).text).toContain("Confirm your subscription");
  expect((await readPage(ask, "/dev/mail?mail=%00")).status).toBe(200);
});

test("a mail of the demo shop is answered there, and the answer comes to the shop", async () => {
  const ask = await asking(shop.services);
  const { db, mail } = shop.services;
  const message = {
    name: "Asha",
    email: "asha@answers.example",
    topic: "orders",
    message: "Where is my order?",
  };
  await ask("/contact", posted(message));
  const [received] = (await mail.list(db, 10)).filter(({ to }) => to === message.email);
  const answer = async (kind: string, text: string) => {
    const { status, headers } = await ask("/dev/mail", posted({ mail: received?.id ?? "", kind, text }));
    return [status, headers.get("Location")];
  };
  const there = `/dev/mail?mail=${received?.id}&answered=1`;
  expect(await answer("reader", "It is blue: नीला")).toEqual([303, there]);
  expect((await readPage(ask, there)).text).toContain("The shop has read the answer.");
  expect(await answer("bounce", "")).toEqual([303, there]);
  expect(await answer("away", "I am away")).toEqual([303, there]);
  expect(await answer("nobody", "x")).toEqual([303, "/dev/mail"]);
  const conversation = await conversationOf({ db }, (await conversationWith({ db }, message.email)) ?? "");
  const said = conversation?.said.map(({ kind, text }) => `${kind}: ${text}`).join("\n") ?? "";
  expect(said).toContain("message: It is blue: नीला");
  expect(said).toMatch(/bounce: The mail to asha@answers\.example could not be delivered: 550/);
  expect(conversation?.said.filter((one) => one.kind === "message" && one.mail?.automatic)).toHaveLength(1);
});

test("in live mode, the page answers 404", async () => {
  const ask = await asking({ ...shop.services, site: { mode: "live", publicUrl: "https://shop.test" } });
  const page = await readPage(ask, "/dev/mail");
  expect(page.status).toBe(404);
  expect(page.text).not.toContain("example.com");
});
