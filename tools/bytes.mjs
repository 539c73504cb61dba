// The gzipped size of the scripts that each kind of storefront page names: everything that the browser runs before the
// page can be used. Scripts that load later, automatically (a product's reviews, live updates) or on demand, are not
// counted, except the open tab of the profile. Exits with 1 when a page is over the budget.
import { everyPage } from "./storefront-pages.mjs";
import { withTemporaryShop } from "./temporary-shop.mjs";

const budget = 150 * 1024;

const heavy = await withTemporaryShop(async (address) => {
  const sizes = new Map();
  let over = 0;
  for (const page of await everyPage(address)) {
    const scripts = await scriptsOf(address, page);
    let total = 0;
    for (const script of scripts) {
      if (!sizes.has(script)) sizes.set(script, await packedSize(address + script));
      total += sizes.get(script);
    }
    if (total > budget || scripts.size === 0) over++;
    const mark = total > budget ? "  over" : "";
    process.stdout.write(
      `${(total / 1024).toFixed(1).padStart(7)} KB  ${scripts.size} scripts  ${page.path}${mark}\n`,
    );
  }
  return over;
});
process.stdout.write(`Budget ${budget / 1024} KB: ${heavy === 0 ? "kept" : `broken by ${heavy}`}\n`);
process.exit(heavy === 0 ? 0 : 1);

/** The URLs of a page's scripts. `part`: the name of a part that the page loads at once, after its scripts. */
async function scriptsOf(address, { path, cookie = "", status = 200, part }) {
  const answer = await fetch(address + path, { headers: { Cookie: cookie }, redirect: "manual" });
  if (answer.status !== status) throw new Error(`${path} answers ${answer.status}`);
  const scripts = new Set((await answer.text()).match(/\/assets\/[\w.-]+\.js/g));
  if (part) await addPart(address, scripts, part);
  return scripts;
}

async function addPart(address, scripts, part) {
  const name = new RegExp(`\\b(${part}-[\\w-]{8}\\.js)`);
  for (const script of scripts) {
    const file = name.exec(await textOf(address + script))?.[1];
    if (file) return addWithImports(address, scripts, `/assets/${file}`);
  }
  throw new Error(`No script of the page brings ${part}`);
}

async function addWithImports(address, scripts, script) {
  if (scripts.has(script)) return;
  scripts.add(script);
  for (const [, file] of (await textOf(address + script)).matchAll(
    /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)/g,
  ))
    await addWithImports(address, scripts, `/assets/${file}`);
}

async function textOf(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return answer.text();
}

async function packedSize(url) {
  // fetch decompresses; the header has the transferred length.
  const answer = await fetch(url, { method: "HEAD", headers: { "Accept-Encoding": "gzip" } });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return Number(answer.headers.get("Content-Length"));
}
