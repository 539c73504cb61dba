import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking, textOf } from "../../support/ask.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

/** Somebody who may upload pictures: of an order that has arrived. */
async function aReviewer() {
  const as = await aShopper(shop);
  const order = await anOrder(shop, as);
  await nowIs(shop, order, "delivered");
  return { as, path: `/orders/${order.id}/review` };
}

/** An upload that stands still after its first bytes, as if the connection were slow. */
function beginUpload({ as, path }: { as: Person; path: string }) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const send = (text: string) => void writer.write(new TextEncoder().encode(text)).catch(() => undefined);
  send('--b\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\nx');
  const headers = {
    Origin: "http://shop.test",
    Host: "shop.test",
    "Content-Type": "multipart/form-data; boundary=b",
  };
  const init = { method: "POST", body: readable, duplex: "half", headers, as };
  let status: number | null = null;
  const answer = ask(path, init).then((one) => {
    status = one.status;
    return one;
  });
  const finish = () => {
    send("\r\n--b--\r\n");
    void writer.close().catch(() => undefined);
  };
  return { answer, status: () => status, finish };
}

type Upload = ReturnType<typeof beginUpload>;
const refusedOf = (uploads: Upload[]) => uploads.filter(({ status }) => status() === 503);

test("one account cannot fill the memory with uploads that it never finishes", async () => {
  const asha = await aReviewer();
  const uploads = Array.from({ length: 5 }, () => beginUpload(asha));
  await expect.poll(() => refusedOf(uploads)).toHaveLength(2);
  const [refused] = refusedOf(uploads);
  expect(textOf((await (await refused?.answer)?.text()) ?? "")).toContain("Please try again in a moment");
  for (const { finish } of uploads) finish();
  await Promise.all(uploads.map(({ answer }) => answer));
  const again = beginUpload(asha);
  again.finish();
  expect((await again.answer).status).not.toBe(503);
});

test("nor can many accounts together", async () => {
  const people = await Promise.all(Array.from({ length: 10 }, aReviewer));
  const uploads = people.map(beginUpload);
  await expect.poll(() => refusedOf(uploads)).toHaveLength(3);
  for (const { finish } of uploads) finish();
  await Promise.all(uploads.map(({ answer }) => answer));
});
