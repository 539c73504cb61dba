// The shop's own list of addresses: what a shopper's pages can lead to, without the back office and what is no page.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const head = "window.__reactRouterManifest=";

/**
 * Writes shop-manifest-x.js beside React Router's manifest-x.js (docs/decisions/0004). The router makes a pattern of
 * every address before anybody can tap, and to most of them no page of the shop leads.
 * In: the folder of the built files. Which pages get it: app/web/page/shop-manifest.server.ts.
 */
export function shopManifest(folder) {
  const assets = join(folder, "assets");
  const name = readdirSync(assets).find((file) => /^manifest-\w+\.js$/.test(file));
  const script = readFileSync(join(assets, name), "utf8");
  if (!script.startsWith(head)) throw new Error(`${name} is not the list of addresses it was`);
  const manifest = JSON.parse(script.slice(head.length).replace(/;\s*$/, ""));
  const routes = Object.entries(manifest.routes).filter(
    ([id, { hasDefaultExport, hasAction }]) =>
      !id.startsWith("back-office/") && (hasDefaultExport || hasAction),
  );
  const url = `/assets/shop-${name}`;
  const shop = { ...manifest, routes: Object.fromEntries(routes), url };
  writeFileSync(join(assets, `shop-${name}`), `${head}${JSON.stringify(shop)};`);
}
