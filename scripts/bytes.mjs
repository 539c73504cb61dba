// The gzipped size of the scripts of each storefront page. Exits with 1 when over the budget.
import { storefrontPages, withTemporaryShop } from "./temporary-shop.mjs";

const budget = 120 * 1024;

const heavy = await withTemporaryShop(async (address) => {
  let over = 0;
  for (const page of ["/shop", ...(await storefrontPages(address))]) {
    const html = await (await fetch(address + page)).text();
    const scripts = new Set(html.match(/\/assets\/[\w.-]+\.js/g));
    let total = 0;
    for (const script of scripts) total += await packedSize(address + script);
    if (total > budget || scripts.size === 0) over++;
    process.stdout.write(`${(total / 1024).toFixed(1).padStart(7)} KB  ${scripts.size} scripts  ${page}\n`);
  }
  return over;
});
process.stdout.write(`Budget ${budget / 1024} KB: ${heavy === 0 ? "kept" : `broken by ${heavy}`}\n`);
process.exit(heavy === 0 ? 0 : 1);

async function packedSize(url) {
  // fetch decompresses; the header has the transferred length.
  const answer = await fetch(url, { method: "HEAD", headers: { "Accept-Encoding": "gzip" } });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return Number(answer.headers.get("Content-Length"));
}
