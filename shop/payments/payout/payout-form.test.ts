import { expect, test } from "vitest";
import { maskedPayout, readPayout } from "./payout-form.ts";

const read = (fields: Record<string, string>) => readPayout(new Map(Object.entries(fields)));
const bank = {
  kind: "bank",
  account: "001234 567 890",
  again: "001234567890",
  ifsc: "hdfc0001234",
  holder: "  Asha  Rao ",
};

test.each(["asha@okaxis", "9876543210@ybl", "asha.rao-1_x@upi", " asha@okaxis "])("%s is a UPI id", (upi) => {
  expect(read({ kind: "upi", upi })).toEqual({ ok: true, value: { kind: "upi", upiId: upi.trim() } });
});

test.each(["", "asha", "asha@", "@okaxis", "a@b@c", "asha rao@okaxis", "asha@ok.axis", "asha@example.in"])(
  "%s is not a UPI id",
  (upi) => {
    expect(read({ kind: "upi", upi })).toMatchObject({ ok: false, errors: { upi: expect.any(String) } });
  },
);

test("a bank account is stored without spaces and with an upper-case IFSC", () => {
  const value = { kind: "bank", account: "001234567890", ifsc: "HDFC0001234", holder: "Asha Rao" };
  expect(read(bank)).toEqual({ ok: true, value });
});

test.each([
  ["account", "12345678"],
  ["account", "1234567890123456789"],
  ["account", "12345678x"],
  ["again", "001234567891"],
  ["again", ""],
  ["ifsc", "HDFC1001234"],
  ["ifsc", "HDF00012345"],
  ["ifsc", "HDFC000123"],
  ["holder", ""],
  ["holder", "123"],
])("the field %s is refused with the value %s", (field, typed) => {
  const outcome = read({ ...bank, [field]: typed });
  expect(outcome.ok ? [] : Object.keys(outcome.errors)).toEqual([field]);
});

test("masked payout details hide most of the UPI id or of the account number", () => {
  expect(maskedPayout({ kind: "upi", upiId: "asha@okaxis" })).toBe("as•••@okaxis");
  expect(maskedPayout({ kind: "upi", upiId: "ab@upi" })).toBe("a•••@upi");
  const account = { kind: "bank", account: "001234567890", ifsc: "HDFC0001234", holder: "Asha Rao" } as const;
  expect(maskedPayout(account)).toBe("Account •••• 7890, HDFC0001234");
});
