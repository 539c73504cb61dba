import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { aStaffMember } from "../../test/support/access/actors.ts";
import { testShop } from "../../test/support/test-shop.server.ts";
import { codRefusal } from "./cod-rules.ts";
import { validGstin } from "./gstin.ts";
import { currentSettings, saveSettings } from "./save-settings.server.ts";
import { settingsParts } from "./setting-fields.ts";
import { shopSettings } from "./settings.server.ts";
import { defaultSettings } from "./settings.ts";
import { readSettingsForm, settingKeys, settingsForm } from "./settings-form.ts";

const { services, dispose } = await testShop();
afterAll(dispose);
beforeEach(() => services.db.execute(sql`delete from setting`));

const admin = aStaffMember({ name: "Meera" });
const typed = (part: (typeof settingsParts)[number], over: Record<string, string>, online = true) =>
  readSettingsForm(
    part,
    new Map(Object.entries({ ...settingsForm(part, defaultSettings), ...over })),
    defaultSettings,
    { online },
  );

test.each(settingsParts)("the unchanged form '%s' is parsed back to the same settings", (part) => {
  const read = typed(part, {});
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  expect({ ...defaultSettings, ...read.value }).toEqual(defaultSettings);
  expect(Object.keys(read.value)).toEqual(settingKeys(part));
});

test("a number for WhatsApp has its country code, typed or not", () => {
  const read = (number: string) => typed("contact", { "contact.whatsapp": number });
  for (const number of ["98290 12345", "098290-12345", "+91 98290 12345"])
    expect(read(number)).toMatchObject({ value: { contact: { whatsapp: "+91 98290 12345" } } });
  expect(read("+91 141 256 0000")).toMatchObject({ value: { contact: { whatsapp: "+91 141 256 0000" } } });
  expect(read("")).toMatchObject({ value: { contact: { whatsapp: null } } });
  for (const number of ["0141 256 0000", "call us", "+", "98290 1234"])
    expect(read(number)).toMatchObject({ ok: false, errors: { "contact.whatsapp": expect.any(String) } });
});

test("amounts, lists, hours and founders are parsed from the form", () => {
  const policy = typed("policy", {
    "policy.codMost": "4,999.50",
    "policy.codNotAtPins": "79, 744\n18",
    "policy.cod": "",
  });
  expect(policy).toMatchObject({
    ok: true,
    value: { policy: { codMost: 4_999_50, codNotAtPins: ["79", "744", "18"], cod: false } },
  });
  const contact = typed("contact", {
    "hours.week.6.isOpen": "on",
    "hours.week.6.open": "11:00",
    "hours.week.6.close": "15:30",
    "hours.week.0.isOpen": "",
    "contact.address": "One\n\nTwo",
  });
  expect(contact).toMatchObject({ ok: true, value: { contact: { address: ["One", "Two"] } } });
  expect(contact.ok && contact.value.hours?.week[6]).toEqual({ open: "11:00", close: "15:30" });
  expect(contact.ok && contact.value.hours?.week[0]).toBeNull();
  expect(contact.ok && contact.value.hours?.summary).toBeNull();
  const own = (words: string) => typed("contact", { "hours.summary": words });
  expect(own("Whenever the shutter is up")).toMatchObject({
    value: { hours: { summary: "Whenever the shutter is up" } },
  });
  // What the days say already is nobody's own sentence, and would stay when they change.
  expect(own("Monday to Saturday, 10:00 am to 7:00 pm; Sunday closed")).toMatchObject({
    value: { hours: { summary: null } },
  });
  expect(typed("founders", { founders: "Founder, Product: Asha Rao\nCo-founder" })).toMatchObject({
    value: {
      founders: [
        { role: "Founder, Product", name: "Asha Rao" },
        { role: "Co-founder", name: null },
      ],
    },
  });
});

test.each([
  ["policy", "policy.returnDays", "soon"],
  ["policy", "policy.returnDays", ""],
  ["policy", "policy.deliveryFee", "free"],
  ["policy", "policy.codMost", "much"],
  ["policy", "policy.codNotAtPins", "0123"],
  ["contact", "contact.email", "hello"],
  ["contact", "hours.week.2.open", "10 to 7"],
  ["contact", "hours.week.2.close", ""],
  ["contact", "hours.week.2.close", "09:30"],
  ["contact", "contact.mapUrl", "javascript:alert(1)"],
  ["legal", "legal.gstin", "27AAPFU0939F1ZW"],
  ["shop", "shopName", ""],
] as const)("%s: %s cannot be %j, and the error is at its field", (part, name, value) => {
  const read = typed(part, { [name]: value });
  expect(read.ok ? [] : Object.keys(read.errors)).toEqual([name]);
});

test("a business has a GSTIN or says that it is not registered, not both", () => {
  const both = typed("legal", { "legal.gstin": "27AAPFU0939F1ZV", "legal.isUnregistered": "on" });
  expect(both.ok ? [] : Object.keys(both.errors)).toEqual(["legal.gstin"]);
  expect(typed("legal", { "legal.isUnregistered": "on" })).toMatchObject({
    ok: true,
    value: { legal: { isUnregistered: true, gstin: null } },
  });
});

test("a GSTIN that is mistyped is told together with what else is wrong", () => {
  const both = typed("legal", { "legal.gstin": "27AAPFU0939F1ZW", "legal.grievanceOfficer.email": "nobody" });
  expect(both.ok ? [] : Object.keys(both.errors).sort()).toEqual([
    "legal.grievanceOfficer.email",
    "legal.gstin",
  ]);
});

test("a GSTIN is validated by its check digit", () => {
  expect(["27AAPFU0939F1ZV", "29AAGCB7383J1Z4"].map(validGstin)).toEqual([true, true]);
  expect(["27AAPFU0939F1ZW", "72AAPFU0939F1ZV", "", "27aapfu0939f1zv"].map(validGstin)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("a saved setting applies at once and is in the audit log, and an outdated save is refused", async () => {
  const { version } = await currentSettings(services.db, ["shopName"]);
  const save = (shopName: string) => saveSettings(services, { actor: admin, changes: { shopName }, version });
  expect((await save("Hostel Style")).ok).toBe(true);
  expect((await shopSettings(services)).shopName).toBe("Hostel Style");
  expect(await save("Library Style")).toEqual({ ok: false, refused: "changed-meanwhile" });
  const { rows } = await services.db.execute(sql`select action, before, after from audit_entry`);
  expect(rows).toEqual([
    { action: "settings.update", before: { shopName: "Campus Style" }, after: { shopName: "Hostel Style" } },
  ]);
});

test("cash on delivery is refused when switched off, above its limit and for excluded PIN codes", () => {
  const policy = { cod: true, codMost: 5_000_00, codNotAtPins: ["79", "744101"] };
  const asks = (total: number, pin: string) => codRefusal(policy, { total, pin });
  expect(asks(5_000_00, "110001")).toBeNull();
  expect(asks(5_000_01, "110001")).toBe("cod-amount");
  expect(asks(100, "791001")).toBe("cod-pin");
  expect(asks(100, "744102")).toBeNull();
  expect(codRefusal({ ...policy, cod: false }, { total: 100, pin: "" })).toBe("cod-closed");
});

test("cash on delivery stays on where nothing can be paid online", () => {
  const off = { "policy.cod": "" };
  expect(typed("policy", off, true).ok).toBe(true);
  const refused = typed("policy", off, false);
  expect(!refused.ok && refused.errors["policy.cod"]).toContain("nobody could pay");
});
