import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { cityAndStateOfPin } from "./pin-codes.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ seed: true });
});
afterAll(() => shop.dispose());

test.each([
  ["560001", "Bengaluru", "Karnataka"],
  ["560103", "Bengaluru", "Karnataka"],
  ["682001", "Kochi", "Kerala"],
  ["781001", "Guwahati", "Assam"],
  ["781007", "Guwahati", "Assam"],
  ["110001", "New Delhi", "Delhi"],
  ["400050", "Mumbai", "Maharashtra"],
  ["400703", "Navi Mumbai", "Maharashtra"],
  ["500081", "Hyderabad", "Telangana"],
  ["600028", "Chennai", "Tamil Nadu"],
  ["700091", "Kolkata", "West Bengal"],
  ["380009", "Ahmedabad", "Gujarat"],
  ["201301", "Noida", "Uttar Pradesh"],
  ["122001", "Gurugram", "Haryana"],
  ["575001", "Mangaluru", "Karnataka"],
  ["160055", "Mohali", "Punjab"],
  ["831001", "Jamshedpur", "Jharkhand"],
  ["520001", "Vijayawada", "Andhra Pradesh"],
  ["403001", "Panaji", "Goa"],
  ["793001", "Shillong", "Meghalaya"],
])("PIN code %s is in %s, %s", async (pin, city, state) => {
  expect(await cityAndStateOfPin(shop.services, pin)).toEqual({ city, state });
});

test("a PIN code gives the city and the state as used in an address, an unknown one gives null", async () => {
  const of = (pin: string) => cityAndStateOfPin(shop.services, pin);
  expect(await of("411 004")).toEqual({ city: "Pune", state: "Maharashtra" });
  expect(await of("560001")).toMatchObject({ state: "Karnataka" });
  expect(await of("744101")).toMatchObject({ state: "Andaman and Nicobar Islands" });
  expect(await of("190001")).toMatchObject({ state: "Jammu and Kashmir" });
  expect(await of("110001")).toMatchObject({ state: "Delhi" });
  for (const wrong of ["", "012345", "999999", "'; drop table pin_code"]) expect(await of(wrong)).toBeNull();
});
