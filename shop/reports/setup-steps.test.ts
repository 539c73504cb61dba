import { expect, test } from "vitest";
import { defaultSettings } from "../settings/settings.ts";
import { readSteps, type SetupFacts, setupSteps } from "./setup-steps.ts";

const { contact, legal } = defaultSettings;
const ready: SetupFacts = {
  settings: {
    ...defaultSettings,
    shopName: "Neem and Co",
    contact: { ...contact, email: "a@neem.example", phone: "+91 98765 43210", address: ["Pune"] },
    legal: {
      ...legal,
      legalName: "Neem and Co LLP",
      isUnregistered: true,
      grievanceOfficer: { name: "Meera", email: "m@neem.example", phone: null },
    },
  },
  brand: { own: true, pictured: true },
  policySaved: true,
  policyPublished: false,
  homePublished: false,
  online: null,
  mail: "smtp",
  mailSent: true,
  mailWaits: false,
  mailError: null,
  channels: 0,
  productCodes: ["6109"],
  emptyCollections: [],
  secondFactor: true,
  team: { members: 1, invited: 0 },
  lastBackup: null,
  orders: { placed: false, cancelled: false },
  now: new Date("2026-11-27"),
};
const registered = {
  ...ready.settings,
  legal: { ...ready.settings.legal, gstin: "27AAPFU0939F1ZV", isUnregistered: false },
};
const missing = (facts: SetupFacts) =>
  readSteps(facts).flatMap(({ key, required, done }) => (required && !done ? [key] : []));

test("a shop that has what is required lacks nothing", () => expect(missing(ready)).toEqual([]));

test.each<[string, Partial<SetupFacts>]>([
  ["name", { settings: { ...ready.settings, shopName: defaultSettings.shopName } }],
  ["seller", { settings: { ...ready.settings, contact } }],
  [
    "grievance",
    { settings: { ...ready.settings, legal: { ...legal, legalName: "Neem", isUnregistered: true } } },
  ],
  ["gstin", { settings: { ...ready.settings, legal: { ...ready.settings.legal, isUnregistered: false } } }],
  ["delivery", { policySaved: false }],
  ["payment", { settings: { ...ready.settings, policy: { ...defaultSettings.policy, cod: false } } }],
  ["payment", { online: "sandbox" }],
  ["mail", { mail: "outbox" }],
  ["mail", { mailSent: false }],
  ["products", { productCodes: [] }],
  ["products", { settings: registered, productCodes: [null] }],
  ["second-factor", { secondFactor: false }],
])("'%s' is missing when it is not there (%j)", (key, over) =>
  expect(missing({ ...ready, ...over })).toEqual([key]),
);

test("products of a business that is not registered for GST need no code with a rate before it opens", () =>
  expect(missing({ ...ready, productCodes: [null] })).toEqual([]));

test("the link of who sells opens the settings of what is missing", () => {
  const { settings } = ready;
  const read = (own: Partial<SetupFacts["settings"]>) =>
    readSteps({ ...ready, settings: { ...settings, ...own } }).find(({ key }) => key === "seller");
  const unnamed = { ...settings.legal, legalName: null };
  expect(read({ legal: unnamed })).toMatchObject({
    says: "Missing: legal name.",
    link: { to: "/admin/settings?part=legal", label: "Settings, Company and tax" },
  });
  expect(read({ legal: unnamed, contact: { ...settings.contact, phone: null } })).toMatchObject({
    says: "Missing: phone. After that: the legal name, under Company and tax.",
    link: { to: "/admin/settings?part=contact", label: "Settings, Contact and hours" },
  });
});

test("the look of the shop is recommended: colours, and a logo or an icon", () => {
  const read = (brand: SetupFacts["brand"]) =>
    readSteps({ ...ready, brand }).find(({ key }) => key === "brand");
  expect(read({ own: false, pictured: false })).toMatchObject({ required: false, done: false });
  expect(read({ own: true, pictured: false })?.done).toBe(false);
  expect(read({ own: true, pictured: true })?.done).toBe(true);
});

test("collections without products are named, and recommended to be filled or taken away", () => {
  const read = (emptyCollections: string[]) =>
    readSteps({ ...ready, emptyCollections }).find(({ key }) => key === "collections");
  expect(read(["Girls", "Footwear"])).toMatchObject({ required: false, done: false });
  expect(read(["Girls", "Footwear"])?.says).toContain("Without products: Girls, Footwear.");
  expect(read([])).toMatchObject({ done: true });
});

test("the team is a recommended step, done once a second person can log in", () => {
  const team = (members: number, invited: number) =>
    readSteps({ ...ready, team: { members, invited } }).find(({ key }) => key === "team");
  expect(team(1, 1)).toMatchObject({ required: false, done: false });
  expect(team(1, 1)?.says).toContain("1 invitation is open.");
  expect(team(3, 0)).toMatchObject({ done: true, says: "3 people can log in to the back office." });
});

test("a copy of the backups on another machine is what somebody has seen there, and says so after thirty days", () => {
  const read = (seenAt: string | null) =>
    readSteps({ ...ready, settings: { ...ready.settings, backupCopy: { seenAt } } }).find(
      ({ key }) => key === "backup",
    );
  expect(read(null)).toMatchObject({ done: false, trial: { intent: "copy-seen" } });
  expect(read("2026-10-29T06:00:00.000Z")).toMatchObject({
    done: true,
    says: "A copy was seen on another machine on 29 Oct 2026. None was written here yet.",
  });
  const old = read("2026-10-20T06:00:00.000Z");
  expect(old?.done).toBe(false);
  expect(old?.says).toContain("on 20 Oct 2026, more than 30 days ago. Look there again");
});

test("every step has its own key, a reason and a link into the back office or the profile", () => {
  expect(new Set(setupSteps.map(({ key }) => key)).size).toBe(setupSteps.length);
  for (const { why, link } of setupSteps) {
    expect(why.length).toBeGreaterThan(20);
    expect(link.to).toMatch(/^\/(admin|profile)/);
  }
});
