import { expect, test } from "vitest";
import { openCachedShop } from "../../support/pages/cached-shop.server.ts";
import { anAdmin } from "../../support/users.server.ts";

const cached = openCachedShop();

test("every page links to the shop's style sheet, which is immutable; no policy allows an inline one", async () => {
  const admin = await anAdmin(cached.shop);
  for (const path of ["/shop", "/auth", "/no-such-page", "/admin"]) {
    const answer = await fetch(cached.address + path, { headers: { Cookie: admin.cookie } });
    const html = await answer.text();
    expect(answer.headers.get("Content-Security-Policy")).toMatch(/style-src 'self';/);
    const sheets = [...html.matchAll(/<link[^>]* rel="stylesheet" href="([^"]+)"/g)].map(
      ([, address = ""]) => address,
    );
    expect([path, sheets.length]).toEqual([path, path === "/admin" ? 2 : 1]);
    for (const address of sheets) {
      const sheet = await fetch(cached.address + address);
      expect([sheet.status, sheet.headers.get("Content-Type")]).toEqual([200, "text/css"]);
      expect(sheet.headers.get("Cache-Control")).toContain("immutable");
      expect((await sheet.text()).length).toBeGreaterThan(1_000);
    }
  }
});
