import { expect, test } from "vitest";
import { brandKey, brandKind } from "../../shop/brand/brand.server.ts";
import { homeKey, homeKind } from "../../shop/publishing/home.server.ts";
import { menuKind } from "../../shop/publishing/menus.server.ts";
import { type PublishedKind, publicationToEdit } from "../../shop/publishing/publishing.server.ts";
import { currentSettings } from "../../shop/settings/save-settings.server.ts";
import { testShop } from "../../test/support/test-shop.server.ts";
import { readDemoData } from "./demo-data.server.ts";
import { dressAsMogra } from "./second-brand.server.ts";

test("the second brand publishes what an owner could: every part of it passes the checks of its editor", async () => {
  const shop = await testShop({ seed: true });
  const { db, clock } = shop.services;
  await dressAsMogra(shop.services, await readDemoData(), new Date(clock.now().getTime() - 1_000));
  const errors = async <Content extends Record<string, unknown>>(
    kind: PublishedKind<Content>,
    key: string,
  ) => {
    const { seen, live } = await publicationToEdit(shop.services, kind, key);
    if (!seen || !live) throw new Error(`${kind.kind} ${key} is not published`);
    return kind.check(db, key, seen);
  };
  expect(await errors(brandKind, brandKey)).toEqual({});
  expect(await errors(homeKind, homeKey)).toEqual({});
  expect(await errors(menuKind, "header")).toEqual({});
  expect(await errors(menuKind, "footer")).toEqual({});
  expect((await currentSettings(db, ["shopName"])).settings.shopName).toBe("Mogra");
  await shop.dispose();
});
