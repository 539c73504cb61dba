import { expect, test } from "vitest";
import { openCachedShop } from "../../support/pages/cached-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

const cached = openCachedShop();

async function page(path: string, as?: Person) {
  const answer = await fetch(cached.address + path, { headers: as ? { Cookie: as.cookie } : {} });
  const html = await answer.text();
  return {
    html,
    policy: answer.headers.get("Content-Security-Policy") ?? "",
    linked: /<link id="styles" rel="stylesheet" href="([^"]+)"/.exec(html)?.[1],
    inside: /<style id="styles">(.*?)<\/style>/s.exec(html)?.[1],
  };
}

test("a guest's page inlines its style sheet, which its content security policy allows by hash", async () => {
  const { linked, inside = "", policy } = await page("/shop");
  expect(linked).toBeUndefined();
  expect(inside.length).toBeGreaterThan(50_000);
  expect(policy).toMatch(/style-src 'self' 'sha256-/);
});

test("a signed-in customer's page links to the same style sheet, which is immutable", async () => {
  const asha = await aShopper(cached.shop);
  const guest = await page("/shop");
  for (const path of ["/shop", "/profile", "/no-such-page"]) {
    const { linked = "", inside, policy, html } = await page(path, asha);
    expect([path, inside]).toEqual([path, undefined]);
    expect(policy).toMatch(/style-src 'self'/);
    expect(html.length).toBeLessThan(guest.html.length);
    const sheet = await fetch(cached.address + linked);
    expect([sheet.status, sheet.headers.get("Content-Type")]).toEqual([200, "text/css; charset=utf-8"]);
    expect(sheet.headers.get("Cache-Control")).toContain("immutable");
    expect((await sheet.text()).trim()).toBe(guest.inside?.trim());
  }
});

test("the back office links to it too, beside its own style sheet", async () => {
  const { linked, html } = await page("/admin", await anAdmin(cached.shop));
  expect(linked).toBeDefined();
  expect(html.match(/rel="stylesheet"/g)).toHaveLength(2);
});
