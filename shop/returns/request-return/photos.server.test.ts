import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { inTransaction } from "../../../platform/database/database.server.ts";
import { returnsShop } from "../../../test/support/ordered/returns-shop.server.ts";
import { aBuyer, aReturnWish } from "../../../test/support/orders.server.ts";
import { eraseReturns, returnsOfCustomer } from "../personal-data.server.ts";
import { readReturnPhoto } from "../photos.server.ts";
import { returnsOf } from "../read-returns.server.ts";
import { requestReturn } from "../request-return.server.ts";
import { photoStorageKey } from "../returns.ts";

const opened = returnsShop();
const { ports, delivered } = opened;

test("photos are stored privately and without metadata, and a refused form stores no file", async () => {
  const { asha, order, lineId, ask } = await delivered();
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#a1321d" } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: "12/1 58/1 0/1" } })
    .toBuffer();
  const put: string[] = [];
  const storage = {
    ...ports().storage,
    put: (key: string, content: Buffer) => {
      put.push(key);
      return ports().storage.put(key, content);
    },
  } as const;
  const send = (photos: Buffer[], pieces = 1) =>
    requestReturn(
      { ...ports(), storage },
      asha,
      order.id,
      aReturnWish([{ lineId, quantity: pieces }], { photos }),
    );
  expect(await send([picture, Buffer.from("<svg onload=alert(1)>")])).toMatchObject({
    refused: "picture-not-supported",
  });
  expect(await send(Array(5).fill(picture))).toMatchObject({ refused: "too-many-photos" });
  expect(await send([picture], 2)).toMatchObject({ refused: "too-many" });
  expect(put).toEqual([]);
  const sent = await Promise.all([send([picture]), send([picture])]);
  const made = sent.flatMap((answer) => (answer.ok ? [answer.value] : []));
  expect(made).toHaveLength(1);
  const [photo] = made[0]?.photos ?? [];
  const stored = await Promise.all([...new Set(put)].map((key) => ports().storage.has(key)));
  expect(stored.filter(Boolean)).toHaveLength(1);
  const key = photo?.key ?? "";
  const bytes = await readReturnPhoto(ports(), order.id, key, asha.id);
  expect((await sharp(bytes ?? Buffer.alloc(0)).metadata()).exif).toBeUndefined();
  expect(await readReturnPhoto(ports(), order.id, key)).not.toBeNull();
  expect(await readReturnPhoto(ports(), order.id, key, (await aBuyer(opened.shop)).id)).toBeNull();
  expect(await readReturnPhoto(ports(), order.id, "../../x", asha.id)).toBeNull();
  const { rows } = await ports().db.execute(sql`select 1 from picture where key = ${key}`);
  expect(rows).toEqual([]);
  expect(await ask(1)).toMatchObject({ ok: false });
});

test("erasing an account deletes the texts and photos of its returns, but keeps the returns", async () => {
  const { asha, order, ask } = await delivered();
  const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: "#2a3f7e" } })
    .png()
    .toBuffer();
  const made = await ask(1, { details: "It itches", photos: [picture] });
  if (!made.ok) throw new Error(made.refused);
  const place = photoStorageKey(made.value.id, made.value.photos[0]?.key ?? "");
  expect(await returnsOfCustomer(ports(), asha.id)).toMatchObject([
    { details: "It itches", photos: 1, order: order.id },
  ]);
  expect(await ports().storage.has(place)).toBe(true);
  await inTransaction(ports().db, (tx) => eraseReturns(ports(), tx, asha));
  await opened.shop.runDue();
  expect(await ports().storage.has(place)).toBe(false);
  expect(await returnsOf(ports(), order.id)).toMatchObject([{ details: "", photos: [], state: "requested" }]);
});
