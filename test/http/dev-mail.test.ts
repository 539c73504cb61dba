import { afterAll, beforeAll, expect, test } from "vitest";
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

test("in live mode, the page answers 404", async () => {
  const ask = await asking({ ...shop.services, site: { mode: "live", publicUrl: "https://shop.test" } });
  const page = await readPage(ask, "/dev/mail");
  expect(page.status).toBe(404);
  expect(page.text).not.toContain("example.com");
});
