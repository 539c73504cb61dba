import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aStaffMember } from "../../../test/support/access/actors.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { checkImport } from "../check-import.server.ts";
import { startImport } from "../start-import.server.ts";
import { unpackPictures } from "../unpack-pictures.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

/** shots/Mug-Front.png (a picture of 4 x 4), notes.txt, and fake.png (an SVG with a script). */
const zip = Buffer.from(
  "UEsDBBQAAAAIANR4dV2qaSV0RAAAAEkAAAATAAAAc2hvdHMvTXVnLUZyb250LnBuZ+sM8HPn5ZLiYmBg4PX0cAkC0iwgzMEEJNUmc2oCKQFPF8eQijnJAR4RDO48RwoZzjgLMW7YMuc6UI7B09XPZZ1TQhMAUEsDBBQAAAAIANR4dV2DFtyMAwAAAAEAAAAJAAAAbm90ZXMudHh0qwAAUEsDBBQAAAAIANR4dV3Y+sTEFwAAABUAAAAIAAAAZmFrZS5wbmezKS5LV8jPy8lPTLFNzEktKtEw1LQDAFBLAQIUAxQAAAAIANR4dV2qaSV0RAAAAEkAAAATAAAAAAAAAAAAAACAAQAAAABzaG90cy9NdWctRnJvbnQucG5nUEsBAhQDFAAAAAgA1Hh1XYMW3IwDAAAAAQAAAAkAAAAAAAAAAAAAAIABdQAAAG5vdGVzLnR4dFBLAQIUAxQAAAAIANR4dV3Y+sTEFwAAABUAAAAIAAAAAAAAAAAAAACAAZ8AAABmYWtlLnBuZ1BLBQYAAAAAAwADAK4AAADcAAAAAAA=",
  "base64",
);
const admin = aStaffMember({ name: "Meera" });

test("pictures of a ZIP are matched by their names; other files are reported and not stored", async () => {
  expect(await unpackPictures(shop.services, zip)).toEqual({
    ok: true,
    value: {
      stored: 1,
      passedOver: [
        { name: "notes.txt", why: "no-picture-name" },
        { name: "fake.png", why: "picture-not-supported" },
      ],
    },
  });
  const text =
    "Handle,Title,Published,Variant SKU,Variant Price,Image Src,Image Alt Text\nmug,Mug,TRUE,M-1,249,https://cdn.example/mug-front.png?v=2,A mug\nfake,Fake,TRUE,F-1,249,fake.png,\n";
  const { id } = await checkImport(shop.services, {
    actor: admin,
    file: Buffer.from(text),
    fileName: "a.csv",
    mode: "both",
  });
  await startImport(shop.services, { actor: admin, id });
  await shop.runDue();
  const { rows } = await shop.services.db.execute(sql`
    select p.slug, p.status, p.missing_pictures as missing, pp.alt, k.width
    from product p left join product_picture pp on pp.product_id = p.id
    left join picture k on k.key = pp.picture_key order by p.slug desc`);
  expect(rows).toEqual([
    { slug: "mug", status: "active", missing: [], alt: "A mug", width: 4 },
    { slug: "fake", status: "draft", missing: ["fake.png"], alt: null, width: null },
  ]);
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["half of a ZIP", zip.subarray(0, zip.length / 2)],
  ["a page", Buffer.from("<html></html>")],
])("%s is refused and stores nothing", async (_, bytes) => {
  const before = await shop.services.db.execute(sql`select name from import_picture`);
  expect(await unpackPictures(shop.services, bytes)).toEqual({ ok: false, refused: "zip-broken" });
  expect((await shop.services.db.execute(sql`select name from import_picture`)).rows).toEqual(before.rows);
});

test("the same pictures uploaded several times concurrently are stored as one file", async () => {
  const uploads = await Promise.all(Array.from({ length: 6 }, () => unpackPictures(shop.services, zip)));
  expect(uploads.every(({ ok }) => ok)).toBe(true);
  const files: string[] = [];
  for await (const key of shop.services.storage.keys())
    if (key.startsWith("import-pictures/")) files.push(key);
  const { rows } = await shop.services.db.execute(sql`select file_key from import_picture`);
  expect(files).toEqual(rows.map(({ file_key }) => file_key));
});
