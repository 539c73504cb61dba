import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { aDeliveredOrder, aShirt } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let asha: Person;
let admin: Person;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  [asha, admin] = await Promise.all([aShopper(shop), anAdmin(shop)]);
});
afterAll(() => shop.dispose());

const photo = async (background: string) =>
  new Uint8Array(
    await sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  );

async function aLine() {
  const shirt = await aShirt(shop);
  const order = await aDeliveredOrder(shop, asha, [[shirt, 1]]);
  const line = order.lines[0]?.id ?? "";
  const path = `/orders/${order.id}/review`;
  const page = async (query = "", as?: Person) =>
    (await ask(`/product/${shirt.slug}${query}`, { as })).text();
  const form = async () => (await ask(path, { as: asha })).text();
  /** The form with files, as a browser without scripts posts it. */
  const send = (fields: Record<string, string>, files: Uint8Array<ArrayBuffer>[] = []) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ line, rating: "5", comment: "Soft cloth", ...fields }))
      body.append(name, value);
    for (const file of files) body.append("photos", new Blob([file]), "../../photo.jpg");
    const headers = { Origin: "http://shop.test", Host: "shop.test" };
    return ask(path, { method: "POST", body, headers, as: asha });
  };
  return { shirt, path, page, form, send };
}

const photosIn = (html: string) => [
  ...new Set([...html.matchAll(/\/review-photos\/([0-9a-f-]{36})\//g)].map(([, id]) => id ?? "")),
];

test("a buyer's photos are shown in the review with alternative text, and can be removed", async () => {
  const { path, page, form, send } = await aLine();
  const sent = await send({ rating: "4" }, [await photo("#a1321d"), await photo("#2a3f7e")]);
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, path]);
  const html = await page();
  const [first = "", second = ""] = photosIn(html);
  expect(html).toContain('alt="Photo by Anonymous User, 1 of 2"');
  expect(html).toContain(`<a href="/review-photos/${first}/large.webp">`);
  for (const size of ["small", "large"]) {
    const file = await ask(`/review-photos/${first}/${size}.webp`);
    expect([file.status, file.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
    expect(file.headers.get("Cache-Control")).toBe("public, max-age=3600");
    expect(file.headers.getSetCookie()).toEqual([]);
  }
  for (const file of ["small.jpg", "medium.webp", "..%2flarge.webp"])
    expect((await ask(`/review-photos/${first}/${file}`)).status, file).toBe(404);
  expect(textOf(await form())).toContain("Photos in your review");
  await send({ [`remove-${first}`]: "yes" });
  expect((await ask(`/review-photos/${second.toUpperCase()}/large.webp`)).status).toBe(404);
  expect(photosIn(await page())).toEqual([second]);
  expect((await ask(`/review-photos/${first}/large.webp`)).status).toBe(404);
});

test("a refused photo shows the reason and keeps what was typed", async () => {
  const { form, page, send } = await aLine();
  await send({}, [await photo("#123456")]);
  const [remaining = ""] = photosIn(await page());
  const asked = { comment: "Long words of mine", [`remove-${remaining}`]: "yes" };
  const sent = await send(asked, [new TextEncoder().encode("<svg/>")]);
  expect(sent.status).toBe(400);
  const html = await sent.text();
  expect(textOf(html)).toContain("A file is not a photo we can read. Please use JPEG, PNG, WebP or AVIF.");
  expect(html).toContain("Long words of mine</textarea>");
  expect(html).toMatch(new RegExp(`name="remove-${remaining}" checked=""`));
  const four = await Promise.all(["#111111", "#333333", "#555555", "#777777"].map(photo));
  const more = await send({}, four);
  expect([more.status, textOf(await more.text())]).toEqual([
    400,
    expect.stringContaining("at most 3 photos"),
  ]);
  const large = await send({ comment: "Heavy" }, [new Uint8Array(9 * 1024 * 1024)]);
  expect([large.status, textOf(await large.text())]).toEqual([400, expect.stringContaining("up to 8 MB")]);
  expect(photosIn(await form())).toEqual([remaining]);
});

test("the filter 'With photos' works alone and combined with stars", async () => {
  const { shirt, page, send } = await aLine();
  expect(textOf(await page())).not.toContain("With photos");
  await send({ comment: "Seen here" }, [await photo("#00aa88")]);
  await shop.services.db.execute(sql`insert into review (product_id, rating, comment)
    values (${shirt.productId}, 2, 'Not seen'), (${shirt.productId}, 5, 'Not seen either')`);
  expect(textOf(await page())).toContain("With photos (1)");
  const filtered = textOf(await page("?photos=yes"));
  expect(filtered).toContain("1 review with photos.");
  expect(filtered).toContain("Seen here");
  expect(filtered).not.toContain("Not seen");
  expect(textOf(await page("?photos=yes&stars=5"))).toContain("1 review with 5 stars and photos.");
  expect(textOf(await page("?photos=yes&stars=2"))).toContain("0 reviews with 2 stars and photos.");
  expect(textOf(await page("?photos=nonsense"))).toContain("Not seen");
});

test("staff see the photos in the list and remove one of them", async () => {
  const { page, send } = await aLine();
  await send({ comment: "For staff" }, [await photo("#cc9900"), await photo("#0099cc")]);
  const [first = "", second = ""] = photosIn(await page());
  const html = await (await ask("/admin/reviews", { as: admin })).text();
  expect(html).toContain(`/review-photos/${first}/small.webp`);
  const { rows } = await shop.services.db.execute(
    sql`select review_id from review_photo where id = ${first}`,
  );
  const remove = (as: Person, photo: string) =>
    ask("/admin/reviews", {
      ...posted({ intent: "remove-photo", id: String(rows[0]?.review_id), photo }),
      as,
    });
  expect((await remove(asha, first)).status).toBe(302);
  expect(photosIn(await page())).toEqual([first, second]);
  expect(textOf(await (await remove(admin, first)).text())).toContain("Photo removed");
  expect((await remove(admin, first)).status).toBe(404);
  expect((await remove(admin, "'")).status).toBe(404);
  expect(photosIn(await page())).toEqual([second]);
  expect(textOf(await page())).toContain("For staff");
});

test("who edits a review that staff have hidden reads that it is not on the product page", async () => {
  const { page, form, send } = await aLine();
  await send({});
  await shop.services.db.execute(
    sql`update review set status = 'hidden', hidden_reason = 'rude' where comment = 'Soft cloth'`,
  );
  expect(textOf(await form())).toContain("We have hidden this review from the product page");
  const sent = await send({ comment: "Softer cloth" });
  const flash = sent.headers.getSetCookie().find((cookie) => cookie.startsWith("flash="));
  expect(flash).toContain("reviewSavedHidden");
  expect(await page()).not.toContain("Softer cloth");
});

test("nothing of an upload is read for an order that is somebody else's, or that cannot be reviewed", async () => {
  const { path } = await aLine();
  const stranger = await aShopper(shop);
  const waiting = await anOrder(shop, asha);
  const send = async (to: string, as: Person) => {
    let read = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          read += 1;
          controller.enqueue(new Uint8Array(1_000));
          if (read > 50) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = {
      Origin: "http://shop.test",
      Host: "shop.test",
      "Content-Type": "multipart/form-data; boundary=x",
    };
    // Node's fetch asks for it with a stream; the types of browsers do not know it.
    const streamed = { duplex: "half" };
    const sent = await ask(to, { method: "POST", body, ...streamed, headers, as });
    return { status: sent.status, read };
  };
  expect(await send(path, stranger)).toEqual({ status: 404, read: 0 });
  expect(await send(`/orders/${waiting.id}/review`, asha)).toEqual({ status: 400, read: 0 });
});
