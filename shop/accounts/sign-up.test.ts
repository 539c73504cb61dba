import { expect, test } from "vitest";
import { emailAddress } from "../text/email-address.ts";
import { isStrong, signUpForm } from "./sign-up.ts";

test.each(["correct horse battery", "Kurta-and-chai-26", "a password for tests"])(
  "%s is a strong password",
  (password) => {
    expect(isStrong(password, { name: "Asha Rao", email: "asha@campus.test" })).toBe(true);
  },
);

test.each(["short", "aaaaaaaaaaaaaaaa", "password123", "asha@campus.test"])(
  "%s is a weak password",
  (password) => {
    expect(isStrong(password, { name: "Asha", email: "asha@campus.test" })).toBe(false);
  },
);

test("a password may contain the name when it is long enough without it", () => {
  expect(isStrong("asha.rao.12345", { name: "Asha", email: "asha@campus.test" })).toBe(true);
});

test("email addresses are normalised, and invalid ones are refused", () => {
  expect(emailAddress.parse(" Asha@Campus.TEST ")).toBe("asha@campus.test");
  for (const wrong of ["", "asha", "asha@", "a@b.c\r\nBcc: x@y.z", `${"a".repeat(250)}@campus.test`]) {
    expect(emailAddress.safeParse(wrong).success, wrong).toBe(false);
  }
});

test("a name has letters and no markup", () => {
  const named = (name: string) => signUpForm.safeParse({ name, email: "a@b.in", password: "" }).data?.name;
  for (const right of ["आशा राव", "लक्\u200dष्मी"]) expect(named(right)).toBe(right);
  expect(named("a\nb \u202eevil\u0000")).toBe("a b evil");
  for (const wrong of ["", "  ", "\u3164\u200b", "<b>", "x".repeat(101)])
    expect(named(wrong)).toBeUndefined();
});
