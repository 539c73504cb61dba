import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publicDownload } from "../../platform/network/download.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { aStaffMember } from "../../test/support/access/actors.ts";
import { plain } from "../../test/support/files/bad-pictures.ts";
import { aBuyer, checkoutDetails, putInCart } from "../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { placeOrder } from "../checkout/place-order.server.ts";
import { followRedirect } from "../redirects/redirects.server.ts";
import { checkImport } from "./check-import.server.ts";
import { runImport } from "./run-import.server.ts";
import { readImportRun } from "./runs.server.ts";
import { startImport } from "./start-import.server.ts";
import { undoable, undoImport } from "./undo-import.server.ts";

/** The former shop's server of pictures, on this machine: allowed by its origin. It counts what it is asked for. */
const asked: string[] = [];
const server = createServer(async (request, response) => {
  const path = request.url ?? "";
  asked.push(path);
  if (path.startsWith("/moved"))
    response.writeHead(302, { Location: path.replace("/moved", "/files") }).end();
  else if (path.startsWith("/files")) {
    const width = 100 + (Number(/\d+/.exec(path)?.[0]) || 0);
    response.end(await plain(width, 120).png().toBuffer());
  } else if (path.startsWith("/page")) response.end("<html>not a picture</html>");
  else if (path.startsWith("/inside")) response.writeHead(302, { Location: "http://169.254.169.254/" }).end();
  else response.writeHead(404).end();
});

let shop: TestShop;
let services: Services;
let origin: string;
beforeAll(async () => {
  shop = await testShop();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  services = { ...shop.services, download: publicDownload({ allowed: [origin] }) };
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await shop.dispose();
});

const actor = aStaffMember({ name: "Meera" });
const head = "Handle,Title,Vendor,Type,Published,Variant Price,Image Src,Image Position,Status";

async function checked(rows: string[]): Promise<string> {
  const file = Buffer.from([head, ...rows].join("\n"));
  const { id } = await checkImport(services, { actor, file, fileName: "shopify.csv", mode: "both" });
  return id;
}

const pictures = async (slug: string) => {
  const { rows } = await shop.services.db.execute(sql`
    select p.status, p.missing_pictures as missing, array(select k.width from product_picture pp
      join picture k on k.key = pp.picture_key where pp.product_id = p.id order by pp.position) as widths
    from product p where p.slug = ${slug}`);
  return rows[0];
};

test("pictures come from their addresses, in their order; what cannot come is listed with its reason", async () => {
  const bad = ["/gone.jpg", "/page.png", "/inside.jpg"];
  const rows = [
    `kurta,Kurta,Loom,Kurtas,TRUE,999,${origin}/files/1.png,1,active`,
    `kurta,,,,,,${origin}/moved/2.png?v=3,2,`,
    ...bad.map((path, at) => `kurta,,,,,,${origin}${path},${at + 3},`),
    `kurta,,,,,,http://cdn.example.com/x.jpg,9,`,
    `bare,Bare,Loom,Kurtas,TRUE,999,${origin}/gone-too.jpg,1,active`,
  ];
  const id = await checked(rows);
  expect((await readImportRun(services, id))?.pictures).toMatchObject({ named: 7, fetched: 0 });
  await startImport(services, { actor, id });
  await runImport(services, id);
  expect(await pictures("kurta")).toMatchObject({ status: "active", widths: [101, 102] });
  expect(await pictures("bare")).toMatchObject({
    status: "draft",
    widths: [],
    missing: [`${origin}/gone-too.jpg`],
  });
  const run = await readImportRun(services, id);
  expect(run).toMatchObject({ status: "done", pictures: { named: 7, fetched: 2, failed: 5 } });
  expect(
    new Map(run?.pictures.failures.map(({ url, refused }) => [url.replace(origin, ""), refused])),
  ).toEqual(
    new Map([
      ["/gone.jpg", "not-there"],
      ["/page.png", "picture-not-supported"],
      ["/inside.jpg", "not-public"],
      ["http://cdn.example.com/x.jpg", "not-public"],
      ["/gone-too.jpg", "not-there"],
    ]),
  );
});

test("sixty products of a file come with all of their pictures, which another import does not fetch again", async () => {
  const rows = Array.from(
    { length: 60 },
    (_, n) => `shirt-${n},Shirt ${n},Loom,Shirts,TRUE,499,${origin}/files/${n + 200}.png,1,active`,
  );
  asked.length = 0;
  for (const time of ["first", "second"]) {
    const id = await checked(rows);
    await startImport(services, { actor, id });
    // As two workers, or one that was restarted: each address is asked for at most twice, and each product written once.
    await Promise.all([runImport(services, id), runImport(services, id)]);
    const run = await readImportRun(services, id);
    expect(run, time).toMatchObject({
      status: "done",
      counts: { failed: 0, waiting: 0 },
      pictures: { named: 60, fetched: 60, failed: 0 },
    });
    expect(asked.length, time).toBeLessThanOrEqual(120);
  }
  const { rows: found } = await shop.services.db.execute(sql`
    select count(*)::integer as n, count(*) filter (where exists (select from product_picture pp where pp.product_id = p.id))::integer as pictured
    from product p where slug like 'shirt-%' and status = 'active'`);
  expect(found).toEqual([{ n: 60, pictured: 60 }]);
});

test("an import is undone while nothing of it was ordered: its products and redirects go, others stay", async () => {
  const { db } = shop.services;
  const count = async () =>
    (await db.execute(sql`select slug from product where slug like 'scarf%' order by 1`)).rows;
  const before = await checked(["scarf-0,Scarf 0,Loom,Scarves,TRUE,199,,,active"]);
  await startImport(services, { actor, id: before });
  expect(await undoImport(services, { actor, id: before })).toEqual({ ok: false, refused: "not-done" });
  await runImport(services, before);
  const id = await checked([0, 1, 2].map((n) => `scarf-${n},Scarf,Loom,Scarves,TRUE,299,,,active`));
  await startImport(services, { actor, id });
  await runImport(services, id);
  expect(await undoable(services, id)).toEqual({ made: 2, sold: 0 });
  expect(await undoImport(services, { actor, id })).toEqual({ ok: true, value: { products: 2 } });
  expect(await count()).toEqual([{ slug: "scarf-0" }]);
  expect(await followRedirect(services, "/products/scarf-1")).toBeNull();
  expect(await followRedirect(services, "/products/scarf-0")).toBe("/product/scarf-0");
  expect(await undoImport(services, { actor, id })).toEqual({ ok: false, refused: "nothing-made" });
  const again = await checked([`scarf-5,Scarf 5,Loom,Scarves,TRUE,199,${origin}/files/5.png,1,active`]);
  await startImport(services, { actor, id: again });
  await runImport(services, again);
  const buyer = await aBuyer(shop);
  const { rows } = await db.execute<{ id: string; product: string }>(sql`
    select v.id, v.product_id as product from variant v join product p on p.id = v.product_id where p.slug = 'scarf-5'`);
  await db.execute(sql`insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
    select id, sku, 3, 'system', 'a test' from variant where id = ${rows[0]?.id}`);
  const piece = {
    productId: rows[0]?.product ?? "",
    variantId: rows[0]?.id ?? "",
    slug: "scarf-5",
    name: "Scarf 5",
    size: null,
  };
  await putInCart(shop, buyer, piece);
  expect(await placeOrder(services, buyer, checkoutDetails())).toMatchObject({ ok: true });
  expect(await undoImport(services, { actor, id: again })).toEqual({ ok: false, refused: "sold" });
  expect(await count()).toHaveLength(2);
});
