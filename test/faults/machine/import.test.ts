import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { seen } from "../../support/faults/seen.server.ts";
import { type FaultShop, faultShop, type Server } from "../../support/faults/servers.server.ts";
import { plain } from "../../support/files/bad-pictures.ts";
import { formRequest } from "../../support/files/form-request.ts";
import { shopifyCsv, shopifyShop } from "../../support/files/shopify-csv.ts";
import { zipOf } from "../../support/files/zip.ts";

let shop: FaultShop;
let server: Server;
let cookie: string;
let turns: string;

beforeAll(async () => {
  shop = await faultShop();
  const [admin] = await shop.buyers(1);
  if (!admin) throw new Error("nobody was made");
  cookie = admin.cookie;
  await shop.services.db.execute(sql`update users set role = 'admin' where id = ${admin.id}`);
  turns = join(shop.folder, "loop-cpu.txt");
  const watch = pathToFileURL(resolve(import.meta.dirname, "../../support/faults/loop-cpu.ts"));
  watch.searchParams.set("file", turns);
  server = await shop.startServer({ NODE_OPTIONS: `--import=${watch.href}` });
});
afterAll(() => shop.dispose());

const askHealth = resolve(import.meta.dirname, "../../support/faults/ask-health.ts");
const asked = z.object({ slowest: z.number(), late: z.number(), wrong: z.literal(0) });

/**
 * Requests /health continuously during `work`. Out: the slowest response, and by how much the asker's own timers
 * were late meanwhile, which is how long its thread waited for a processor. In ms.
 */
async function slowestHealth(work: () => Promise<unknown>): Promise<z.infer<typeof asked>> {
  const asker = new Worker(askHealth, { workerData: `${server.address}/health` });
  await work();
  asker.postMessage("stop");
  const [answer] = await once(asker, "message");
  return asked.parse(answer);
}

/** The bytes of a form, encoded before the measurement starts. */
async function formOf(files: { csv?: Buffer; zip?: Buffer }) {
  const form = new FormData();
  if (files.csv) form.set("file", new File([new Uint8Array(files.csv)], "products.csv"));
  if (files.zip) form.set("pictures", new File([new Uint8Array(files.zip)], "pictures.zip"));
  const { body, headers } = await formRequest(form);
  return {
    body,
    headers: { "Content-Type": headers["Content-Type"] ?? "", Cookie: cookie, Origin: server.address },
  };
}

async function send({ body, headers }: Awaited<ReturnType<typeof formOf>>): Promise<string> {
  const answer = await fetch(`${server.address}/admin/import`, {
    method: "POST",
    body,
    redirect: "manual",
    headers,
  });
  await answer.arrayBuffer();
  expect([200, 303]).toContain(answer.status);
  return answer.headers.get("Location") ?? "";
}

/**
 * No turn of the server's event loop computes for 100 ms, so no request waits that long. The response time of /health
 * depends on what else this machine does; it is only recorded.
 */
async function staysQuick(what: string, work: () => Promise<unknown>) {
  writeFileSync(turns, "");
  const health = await slowestHealth(work);
  const longest = Math.max(0, ...readFileSync(turns, "utf8").split("\n").map(Number));
  seen(
    "import",
    `${what}: ${longest.toFixed(0)} ms, /health ${health.slowest.toFixed(0)} ms (asker late ${health.late.toFixed(0)})`,
  );
  expect(longest, what).toBeLessThan(100);
}

test("a file of cells that are hard to parse never blocks the event loop for 100 ms", {
  timeout: 180_000,
}, async () => {
  const hard = ["<", "</", "&#", "<!--", "<p><div>", "<svg><title>", " \n", '<a b="'];
  const rows = shopifyShop(60).map((row, at) => {
    const piece = hard[at % hard.length] ?? "<";
    return { ...row, "Body (HTML)": piece.repeat(Math.floor(99_000 / piece.length)) };
  });
  const form = await formOf({ csv: shopifyCsv(rows, "newer") });
  await staysQuick("hard cells", () => send(form));
});

test("checking 100,000 rows and importing 2,000 products never blocks the event loop for 100 ms", {
  timeout: 300_000,
}, async () => {
  const form = await formOf({ csv: shopifyCsv(shopifyShop(25_000), "older") });
  await staysQuick("100,000 rows checked", () => send(form));
  const few = await formOf({ csv: shopifyCsv(shopifyShop(2_000), "older") });
  await staysQuick("2,000 products imported", async () => {
    const page = await send(few);
    await fetch(`${server.address}${page}`, {
      method: "POST",
      body: new URLSearchParams(),
      redirect: "manual",
      headers: { Cookie: cookie, Origin: server.address },
    });
    const id = page.split("/").at(-1) ?? "";
    for (;;) {
      const { rows } = await shop.services.db.execute(sql`select status from import_run where id = ${id}`);
      if (rows[0]?.status === "done") return;
      await new Promise((later) => setTimeout(later, 200));
    }
  });
});

test("a ZIP of many pictures never blocks the event loop for 100 ms", { timeout: 180_000 }, async () => {
  const picture = await plain(600, 750).png().toBuffer();
  const large = Buffer.concat([picture, Buffer.alloc(4_000_000)]);
  const many = Array.from({ length: 1_500 }, (_, at) => ({ name: `${at}.png`, content: picture }));
  const heavy = Array.from({ length: 20 }, (_, at) => ({ name: `heavy-${at}.png`, content: large }));
  const form = await formOf({ zip: zipOf([...many, ...heavy]) });
  await staysQuick("ZIP", () => send(form));
});
