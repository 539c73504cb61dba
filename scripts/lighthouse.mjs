// Lighthouse as a phone sees the built shop, median of three runs a page. Under the marks below: exit 1.
// A run before them does not count: in it the shop encodes the page's pictures, on the cores that the "phone" uses.
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { chromiumFlags, findChromium } from "./chromium.mjs";
import { storefrontPages, withTemporaryShop } from "./temporary-shop.mjs";

const marks = { performance: 95, accessibility: 100, "best-practices": 95, seo: 100 };
const runs = 3;

const low = await withTemporaryShop(async (address) => {
  const pages = await storefrontPages(address);
  for (const page of [...pages, ...pages]) await (await fetch(address + page)).text();
  let below = 0;
  for (const page of pages) {
    await measure(address + page);
    const seen = [];
    for (let run = 0; run < runs; run++) seen.push(await measure(address + page));
    for (const [category, mark] of Object.entries(marks)) {
      const scores = seen.map(({ scores }) => scores[category]).sort((one, other) => one - other);
      const median = scores[Math.floor(runs / 2)];
      if (median < mark) below++;
      const verdict = median < mark ? `under ${mark}` : "";
      process.stdout.write(`${String(median).padStart(4)}  ${category.padEnd(15)} ${page} ${verdict}\n`);
    }
    const lost = new Set(seen.flatMap(({ lost }) => lost));
    for (const reason of lost) process.stdout.write(`      ${reason}\n`);
  }
  return below;
});
process.exit(low === 0 ? 0 : 1);

async function measure(url) {
  const chrome = await launch({ chromePath: findChromium(), chromeFlags: chromiumFlags });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      output: "json",
      logLevel: "error",
      onlyCategories: Object.keys(marks),
    });
    if (!result) throw new Error(`Lighthouse said nothing about ${url}`);
    const { categories, audits } = result.lhr;
    const scores = Object.fromEntries(
      Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
    );
    return { scores, lost: Object.values(categories).flatMap((category) => lostPoints(category, audits)) };
  } finally {
    chrome.kill();
  }
}

function lostPoints({ id, auditRefs }, audits) {
  return auditRefs
    .filter(({ weight }) => weight > 0)
    .map((reference) => audits[reference.id])
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ title, displayValue }) => `${id}: ${title} ${displayValue ?? ""}`);
}
