import { expect, test } from "vitest";
import { isGoodPassword } from "./good-password.server.ts";

test.each(["qwertyuiop", "1q2w3e4r5t", "Basketball", "MANCHESTER", "1029384756", "christopher"])(
  "%s, a common password, is refused",
  async (password) => expect(await isGoodPassword(password)).toBe(false),
);

test.each(["plum-teapot-77", "नीला कुर्ता पहना", "a quiet grey heron"])("%s is accepted", async (password) =>
  expect(await isGoodPassword(password)).toBe(true),
);

test("a password with the person's own name is refused", async () => {
  expect(await isGoodPassword("asharao123", { name: "asharao" })).toBe(false);
});
