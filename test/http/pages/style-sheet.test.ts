import { sql } from "drizzle-orm";
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

test("the sheet and the pictures above the fold are announced before the scripts, which have a low priority", async () => {
  const { rows } = await cached.shop.services.db.execute(
    sql`select slug from product where status = 'active' order by slug limit 1`,
  );
  for (const path of ["/", "/category/women", `/product/${String(rows[0]?.slug)}`]) {
    const html = await (await fetch(cached.address + path)).text();
    const links = [...html.matchAll(/<link[^>]*>/g)].map(([link]) => link);
    const first = (sign: string) => links.findIndex((link) => link.includes(sign));
    const scripts = first('rel="modulepreload"');
    const announced = links.filter((link) => link.includes('rel="modulepreload"'));
    expect(announced.filter((link) => !link.includes('fetchpriority="low"'))).toEqual([]);
    expect([path, scripts > 0]).toEqual([path, true]);
    for (const sign of ['as="image"', 'rel="stylesheet"']) {
      expect([path, first(sign) >= 0]).toEqual([path, true]);
      expect(first(sign)).toBeLessThan(scripts);
    }
    // The same picture as the page shows: else a phone would load two.
    const picture = /imageSrcSet="([^"]+)"/i.exec(links[first('as="image"')] ?? "")?.[1];
    expect(html.split(`srcSet="${picture}"`).length).toBeGreaterThan(1);
  }
});
