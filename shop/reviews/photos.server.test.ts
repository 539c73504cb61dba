import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { aStaffMember } from "../../test/support/access/actors.ts";
import { aBuyer, aReturnable } from "../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { deleteProduct } from "../catalogue/edit/delete-product.server.ts";
import { listReviews, moderateReview, removeReviewPhoto } from "./moderate.server.ts";
import { deleteRemovedPhotos, type PhotoChange, readReviewPhoto } from "./photos.server.ts";
import { reviewsOf } from "./reviews.server.ts";
import { eraseReviewer, reviewsOfCustomer, reviewsOfOrder, writeReview } from "./write-review.server.ts";

let shop: TestShop;
const ports = () => shop.services;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const admin = aStaffMember({ name: "Meera" });
const words = { rating: 4, comment: "Soft cloth.", displayName: null, fit: null };
const place = { IFD3: { GPSLatitude: "12/1 58/1 0/1" } };
const picture = (background: string, width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .withExif(place)
    .toBuffer();

async function files(): Promise<string[]> {
  const found: string[] = [];
  for await (const key of ports().storage.keys()) if (key.startsWith("review-photos/")) found.push(key);
  return found.sort();
}

/** A buyer with a delivered order, and functions that change and read the photos of their review. */
async function aWriter() {
  const { asha, shirt, order, lineId } = await aReturnable(shop);
  const send = (photos: Partial<PhotoChange> = {}) =>
    writeReview(ports(), asha, {
      ...words,
      orderId: order.id,
      lineId,
      photos: { add: [], remove: [], ...photos },
    });
  const photos = async () => (await reviewsOfOrder(ports(), order.id)).get(lineId)?.photos ?? [];
  return { asha, shirt, order, lineId, send, photos };
}

const see = (id: string, userId: string | null = null, staff = false) =>
  readReviewPhoto(ports(), { id, size: "small", userId, staff });

test("photos are shown in order, scaled down and without metadata; a refused form stores no file", async () => {
  const { shirt, send, photos } = await aWriter();
  const before = await files();
  const [red, blue] = await Promise.all([picture("#a1321d", 2000, 1000), picture("#2a3f7e")]);
  expect(await send({ add: [red, Buffer.from("<svg onload=alert(1)>")] })).toMatchObject({
    refused: "picture-not-supported",
  });
  expect(await send({ add: Array(4).fill(red) })).toMatchObject({ refused: "too-many-photos" });
  expect([await files(), await photos()]).toEqual([before, []]);
  expect(await send({ add: [red, blue, red] })).toMatchObject({ ok: true });
  const made = await photos();
  expect(made.map(({ width, height }) => [width, height])).toEqual([
    [1600, 800],
    [60, 40],
  ]);
  const { reviews } = await reviewsOf(ports(), shirt.productId, { limit: null, sort: "newest" });
  expect(reviews[0]?.photos).toEqual(made);
  const shown = await see(made[0]?.id ?? "");
  const { width, exif, format } = await sharp(shown?.file).metadata();
  expect([width, exif, format, shown?.isPublic]).toEqual([320, undefined, "webp", true]);
});

test("a review has at most three photos, also with concurrent forms; removed ones make room", async () => {
  const { send, photos } = await aWriter();
  const four = await Promise.all(["#111111", "#444444", "#777777", "#aaaaaa"].map((one) => picture(one)));
  const before = (await files()).length;
  const three = four.slice(0, 3);
  const same = await Promise.all([send({ add: three }), send({ add: three }), send({ add: three })]);
  expect(same.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(await photos()).toHaveLength(3);
  expect(await send({ add: four.slice(3) })).toMatchObject({ refused: "too-many-photos" });
  const [first] = await photos();
  expect(await send({ add: four.slice(3), remove: [first?.id ?? "", "nonsense"] })).toMatchObject({
    ok: true,
  });
  expect((await photos()).map(({ id }) => id)).not.toContain(first?.id);
  expect(await photos()).toHaveLength(3);
  await deleteRemovedPhotos(ports());
  expect((await files()).length).toBe(before + 6);
});

test("photos cannot be changed by other users or added before delivery", async () => {
  const { order, lineId, send, photos } = await aWriter();
  await send({ add: [await picture("#123456")] });
  const [photo] = await photos();
  const other = await aWriter();
  await other.send({ remove: [photo?.id ?? ""] });
  const stranger = await aBuyer(shop);
  const add = {
    ...words,
    orderId: order.id,
    lineId,
    photos: { add: [await picture("#000000")], remove: [] },
  };
  expect(await writeReview(ports(), stranger, add)).toMatchObject({ refused: "not-found" });
  expect(await photos()).toEqual([photo]);
  await ports().db.execute(sql`update orders set status = 'shipped' where id = ${order.id}`);
  expect(await send({ add: [await picture("#000000")] })).toMatchObject({ refused: "not-delivered" });
});

test("the number of forms with photos in an hour is limited", async () => {
  const { send } = await aWriter();
  const bad = Buffer.from("no picture");
  for (let form = 0; form < 20; form++) await send({ add: [bad] });
  expect(await send({ add: [bad] })).toMatchObject({ refused: "too-often" });
  expect(await send()).toMatchObject({ ok: true });
});

test("the photo filter lists reviews with photos only, and can be combined with stars", async () => {
  const { shirt, send } = await aWriter();
  await send({ add: [await picture("#55aa55")] });
  await ports().db.execute(
    sql`insert into review (product_id, rating, comment) values (${shirt.productId}, 5, 'Plain')`,
  );
  const read = (stars: number | null, withPhotos: boolean) =>
    reviewsOf(ports(), shirt.productId, { limit: 1, sort: "highest", stars, withPhotos });
  expect(await read(null, true)).toMatchObject({
    reviews: [{ rating: 4 }],
    count: 2,
    withPhotos: 1,
    left: 1,
  });
  expect(await read(5, true)).toMatchObject({ reviews: [], count: 2, left: 0 });
  expect(await read(5, false)).toMatchObject({ reviews: [{ rating: 5 }], left: 1 });
  expect(await read(null, false)).toMatchObject({ left: 2 });
});

test("photos of a hidden review are visible to its writer and staff only", async () => {
  const { asha, send, photos } = await aWriter();
  await send({ add: [await picture("#994400")] });
  const id = (await photos())[0]?.id ?? "";
  const { reviews } = await listReviews(ports(), { q: "", status: "", stars: null, page: 1, size: 50 });
  const review = reviews.find((one) => one.photos.some((photo) => photo.id === id));
  const hide = { kind: "hide", reason: "Shows a face" } as const;
  await moderateReview(ports(), { actor: admin, id: review?.id ?? "", action: hide });
  expect([await see(id), await see(id, (await aBuyer(shop)).id)]).toEqual([null, null]);
  expect([(await see(id, asha.id))?.isPublic, (await see(id, null, true))?.isPublic]).toEqual([false, false]);
  expect(await see("../../x", asha.id, true)).toBeNull();
});

const audited = async (id: string) =>
  (await ports().db.execute(sql`select actor_name, before from audit_entry where subject_id = ${id}`)).rows;

test("when staff remove one photo the other stays, the removal is audited and the file is deleted", async () => {
  const { shirt, send, photos } = await aWriter();
  await send({ add: [await picture("#cc0000"), await picture("#00cc00")] });
  const [first, second] = await photos();
  const { rows } = await ports().db.execute(sql`select id from review where product_id = ${shirt.productId}`);
  const [{ id = "" } = {}] = z.array(z.object({ id: z.string() })).parse(rows);
  const remove = (photo = "") => removeReviewPhoto(ports(), { actor: admin, id, photo });
  expect(await remove(first?.id)).toEqual({ ok: true });
  expect(await remove(first?.id)).toMatchObject({ refused: "not-found" });
  expect(await remove("nonsense")).toMatchObject({ refused: "not-found" });
  expect(await photos()).toEqual([second]);
  expect(await audited(id)).toEqual([{ actor_name: "Meera", before: { photo: first?.id } }]);
  await deleteRemovedPhotos(ports());
  const left = (await files()).join();
  expect([left.includes(first?.id ?? ""), left.includes(second?.id ?? "")]).toEqual([false, true]);
});

test("photos and their files are deleted with the account and with the product", async () => {
  const before = await files();
  const one = await aWriter();
  const two = await aWriter();
  for (const { send } of [one, two]) await send({ add: [await picture("#8800ff")] });
  const [photo] = await one.photos();
  expect(await reviewsOfCustomer(ports(), one.asha.id)).toMatchObject([
    { comment: "Soft cloth.", photos: [`/review-photos/${photo?.id}/large.webp`] },
  ]);
  await eraseReviewer(ports(), one.asha);
  expect(await one.photos()).toEqual([]);
  expect(await deleteProduct(ports(), admin, two.shirt.productId)).toMatchObject({ ok: true });
  expect((await files()).length).toBe(before.length + 4);
  await deleteRemovedPhotos(ports());
  expect(await files()).toEqual(before);
});
