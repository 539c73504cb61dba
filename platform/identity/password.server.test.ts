import { expect, test } from "vitest";
import { hashPassword, TooBusy, verifyPassword } from "./password.server.ts";

test("the right password is verified, another is not, and two hashes of one password differ", async () => {
  const hash = await hashPassword("chai-and-kurta-26");
  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$/);
  expect(await hashPassword("chai-and-kurta-26")).not.toBe(hash);
  expect(await verifyPassword({ hash, password: "chai-and-kurta-26" })).toBe(true);
  expect(await verifyPassword({ hash, password: "chai-and-kurta-27" })).toBe(false);
  await expect(verifyPassword({ hash: "md5$abc", password: "x" })).rejects.toThrow("unknown way");
});

test("a password is the same in composed and decomposed Unicode", async () => {
  expect(
    await verifyPassword({ hash: await hashPassword("cafe\u0301 kurta"), password: "caf\u00e9 kurta" }),
  ).toBe(true);
});

test("of sixty concurrent hashes 52 are computed and the others refused as busy; afterwards all slots are free", async () => {
  const rush = await Promise.allSettled(
    Array.from({ length: 60 }, (_, at) => hashPassword(`password ${at}`)),
  );
  const refused = rush.filter((one) => one.status === "rejected");
  expect(refused).toHaveLength(8);
  expect(refused.every(({ reason }) => reason instanceof TooBusy)).toBe(true);
  expect(await hashPassword("afterwards")).toMatch(/^scrypt/);
});
