import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shopMail } from "../mail.ts";
import { defaultBrand, mailLookOf } from "./brand.ts";
import { contrast, contrastFailures, schemesOf, shippedColours, shippedSchemes } from "./colours.ts";

const hex = ({ min = 0, max = 255 } = {}) =>
  fc
    .tuple(...[0, 1, 2].map(() => fc.integer({ min, max })))
    .map((bytes) => `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`);
const light = hex({ min: 232 });
const dark = hex({ max: 64 });

test("contrast is that of WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.478, 2);
});

test("whatever the accent, on a light or a dark background everything can be read in both schemes", () => {
  fc.assert(
    fc.property(
      hex(),
      fc.oneof(light, dark, fc.constant(shippedColours.background)),
      (accent, background) => {
        expect(contrastFailures(schemesOf(accent, background))).toEqual([]);
      },
    ),
    { numRuns: 1000 },
  );
});

test("the light scheme has the owner's two colours as they are, where the accent can be seen", () => {
  fc.assert(
    fc.property(hex(), light, (accent, background) => {
      fc.pre(contrast(accent, background) >= 4.5);
      const { act, paper } = schemesOf(accent, background).light;
      expect([act, paper]).toEqual([accent, background]);
    }),
    { numRuns: 300 },
  );
});

test("a pale accent is made darker on a light background, until buttons can be seen on it", () => {
  const { act, paper } = schemesOf("#ffe680", "#fcfbf7").light;
  expect(contrast("#ffe680", paper)).toBeLessThan(1.3);
  expect(contrast(act, paper)).toBeGreaterThanOrEqual(3);
});

test("a background between light and dark can be refused: what cannot be read is named", () => {
  const names = contrastFailures(schemesOf("#2a3f7e", "#767676")).map(({ name }) => name);
  expect(names).toContain("Text on bands");
});

test("of another accent alone only the colours follow that depend on it; without either the shipped ones stay", () => {
  const { accent, background } = shippedColours;
  expect(schemesOf(accent, background)).toBe(shippedSchemes);
  const own = schemesOf("#1f5a3c", background).light;
  const changed = Object.entries(shippedSchemes.light).flatMap(([name, colour]) =>
    Object.entries(own).some(([other, now]) => other === name && now !== colour) ? [name] : [],
  );
  expect(changed.sort()).toEqual(["act", "act-2", "hem", "hem-ink-2", "indigo", "on-act", "wash"]);
});

test("mails of a shop without a brand are those of the shipped one", () => {
  const letter = { shopName: "S", origin: "https://s.test", title: "Hello", blocks: [], closing: "Bye" };
  expect(shopMail({ ...letter, look: mailLookOf(defaultBrand) })).toEqual(shopMail(letter));
});

test("the shipped colours are those of the style sheet", () => {
  const sheet = readFileSync("app/styles/tokens.css", "utf8");
  const [day = "", night = ""] = sheet.split("@media (prefers-color-scheme: dark)");
  for (const [css, scheme] of [
    [day, shippedSchemes.light],
    [night, shippedSchemes.dark],
  ] as const) {
    for (const [name, colour] of Object.entries(scheme)) expect(css).toContain(`--${name}: ${colour};`);
  }
  expect(contrastFailures(shippedSchemes)).toEqual([]);
});
