import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { placeOfPin } from "./pin-codes.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ seed: true });
});
afterAll(() => shop.dispose());

test("a PIN code knows its district and its state, as they are written in an address", async () => {
  const of = (pin: string) => placeOfPin(shop.services, pin);
  expect(await of("411 004")).toEqual({ city: "Pune", state: "Maharashtra" });
  expect(await of("560001")).toMatchObject({ state: "Karnataka" });
  expect(await of("744101")).toMatchObject({ state: "Andaman and Nicobar Islands" });
  expect(await of("190001")).toMatchObject({ state: "Jammu and Kashmir" });
  expect(await of("110001")).toMatchObject({ state: "Delhi" });
  for (const wrong of ["", "012345", "999999", "'; drop table pin_code"]) expect(await of(wrong)).toBeNull();
});
