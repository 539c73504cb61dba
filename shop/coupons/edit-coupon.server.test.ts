import { afterAll, beforeAll, expect, test } from "vitest";
import { aStaffMember } from "../../test/support/access/actors.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { couponFields, readCoupon } from "./coupon-form.server.ts";
import { couponCounts, couponToEdit, listCoupons, saveCoupon } from "./edit-coupon.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const admin = aStaffMember({ name: "Meera" });
const typed = {
  code: " diwali 20 ",
  description: "₹200 off",
  kind: "flat",
  value: "200",
  minOrder: "999.50",
  maxDiscount: "",
  usageLimit: "10",
  perUserLimit: "1",
  firstOrderOnly: "on",
  validFrom: "2026-11-20T00:00",
  validTo: "2026-12-01T00:00",
  active: "on",
  listed: "",
};
const read = (over: Record<string, string> = {}) =>
  readCoupon(new Map(Object.entries({ ...typed, ...over })));
const coupon = (over: Record<string, string> = {}) => {
  const found = read(over);
  if (!found.ok) throw new Error(JSON.stringify(found.errors));
  return found.value;
};

test("a coupon is stored as it was entered, and its code cannot be used for another", async () => {
  const save = () => saveCoupon(shop.services, { actor: admin, code: null, version: "", coupon: coupon() });
  expect((await save()).ok).toBe(true);
  const stored = await couponToEdit(shop.services, "diwali20");
  expect(stored && couponFields(stored)).toEqual({ ...typed, code: "DIWALI20" });
  expect(stored).toMatchObject({ state: "running", used: 0, takenOff: 0, minOrder: 999_50 });
  expect(await save()).toEqual({ ok: false, refused: "code-taken" });
  expect(await couponCounts(shop.services)).toEqual({ running: 1, coming: 0, ended: 0, off: 0 });
});

test("an edit of an outdated version gets a conflict; an unknown coupon cannot be changed", async () => {
  const save = (code: string) =>
    saveCoupon(shop.services, { actor: admin, code, version: "1", coupon: coupon({ active: "" }) });
  expect((await save("DIWALI20")).ok).toBe(true);
  expect(await save("DIWALI20")).toEqual({ ok: false, refused: "changed-meanwhile" });
  expect(await save("NOSUCH")).toEqual({ ok: false, refused: "not-found" });
  const { coupons } = await listCoupons(shop.services, { q: "diw", state: "off", page: 1, size: 5 });
  expect(coupons.map(({ code }) => code)).toEqual(["DIWALI20"]);
  for (const [state, found] of [
    ["", 1],
    ["running", 0],
  ] as const)
    expect((await listCoupons(shop.services, { q: "", state, page: 1, size: 5 })).coupons).toHaveLength(
      found,
    );
  expect(await couponCounts(shop.services)).toEqual({ running: 0, coming: 0, ended: 0, off: 1 });
});

test.each([
  [{ code: "a!" }, "code"],
  [{ value: "0" }, "value"],
  [{ kind: "percent", value: "101" }, "value"],
  [{ usageLimit: "0" }, "usageLimit"],
  [{ minOrder: "some" }, "minOrder"],
  [{ validTo: "2026-11-19" }, "validTo"],
  [{ description: "" }, "description"],
])("%j is refused with an error at its field", (over, field) => {
  const found = read({ ...over });
  expect(found.ok ? [] : Object.keys(found.errors)).toEqual([field]);
});
