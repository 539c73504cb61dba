import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Services } from "../../../platform/services.server.ts";
import { type Ask, asking } from "../../support/ask.server.ts";
import { badPictures, plain } from "../../support/files/bad-pictures.ts";
import { formRequest } from "../../support/files/form-request.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
const put: string[] = [];

beforeAll(async () => {
  shop = await testShop();
  const storage: Services["storage"] = {
    ...shop.services.storage,
    put: (key, content) => {
      put.push(key);
      return shop.services.storage.put(key, content);
    },
  };
  ask = await asking({ ...shop.services, storage });
  admin = await anAdmin(shop);
});
afterAll(() => shop.dispose());

async function sent(file: Buffer, name = "kurta.jpg", type = "image/jpeg"): Promise<RequestInit> {
  const form = new FormData();
  form.set("picture", new File([new Uint8Array(file)], name, { type }));
  return formRequest(form);
}

test("200 bad files are refused with a clear message, and nothing of them is stored", async () => {
  const files = await badPictures();
  expect(files.length).toBeGreaterThanOrEqual(200);
  for (const { what, file, name, type } of files) {
    const answer = await ask("/admin/pictures", { ...(await sent(file, name, type)), as: admin });
    expect([413, 422], what).toContain(answer.status);
    expect(await answer.json(), what).toEqual({ refused: expect.stringMatching(/^[a-z0-9].{6,}\.$/i) });
  }
  expect(put).toEqual([]);
  const { rows } = await shop.services.db.execute(sql`select count(*)::int as pictures from picture`);
  expect(rows).toEqual([{ pictures: 0 }]);
});

test("a picture with a wrong name and type is accepted; an empty file and a non-multipart body are refused", async () => {
  const good = await ask("/admin/pictures", {
    ...(await sent(await plain(40, 50).png().toBuffer(), "x.svg", "image/svg+xml")),
    as: admin,
  });
  expect(good.status).toBe(200);
  expect(await good.json()).toMatchObject({
    picture: { key: expect.stringMatching(/^[0-9a-f]{32}$/), width: 40 },
  });
  expect((await ask("/admin/pictures", { ...(await sent(Buffer.alloc(0))), as: admin })).status).toBe(400);
  const noForm = {
    method: "POST",
    body: "{}",
    headers: { Origin: "http://shop.test", "Content-Type": "text/plain" },
  };
  expect((await ask("/admin/pictures", { ...noForm, as: admin })).status).toBe(400);
});

test("guests and shoppers are redirected to sign in, and their pictures are not stored", async () => {
  const before = put.length;
  const picture = await plain(30, 30).jpeg().toBuffer();
  for (const as of [undefined, await aShopper(shop)]) {
    const answer = await ask("/admin/pictures", { ...(await sent(picture)), as });
    expect(answer.headers.get("Location")).toMatch(/^\/auth\?next=/);
  }
  expect(put).toHaveLength(before);
});
