import { scryptSync } from "node:crypto";
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

test("of sixty passwords checked at once 52 are and the others refused as busy; afterwards all slots are free", async () => {
  // A hash of little work: the queue is the same, and 52 of the usual ones take 20 s of processor time.
  const hash = [
    "scrypt",
    16,
    8,
    1,
    "c2FsdA",
    scryptSync("right", "salt", 32, { N: 16, r: 8, p: 1 }).toString("base64url"),
  ].join("$");
  const rush = await Promise.allSettled(
    Array.from({ length: 60 }, (_, at) => verifyPassword({ hash, password: at === 0 ? "right" : "wrong" })),
  );
  const refused = rush.filter((one) => one.status === "rejected");
  expect(refused).toHaveLength(8);
  expect(refused.every(({ reason }) => reason instanceof TooBusy)).toBe(true);
  expect(rush.filter((one) => one.status === "fulfilled" && one.value)).toHaveLength(1);
  expect(await hashPassword("afterwards")).toMatch(/^scrypt/);
});
