import { expect, test } from "vitest";
import { productRulesOf } from "../catalogue/membership/product-rules.ts";
import {
  mostConditions,
  type Rule,
  readRule,
  ruleFields,
  ruleInWords,
  storedRule,
  typedRule,
} from "./rules.ts";

const subject = productRulesOf({
  categories: [
    { id: "c-1", name: "Kurtas" },
    { id: "c-2", name: "Sarees" },
  ],
});
const read = (fields: Record<string, string>) =>
  readRule(subject, new Map(Object.entries({ "rule.match": "all", ...fields })));
const one = (field: string, operator: string, value: Record<string, string> | string = {}) =>
  read({
    "rule.4.field": field,
    "rule.4.operator": operator,
    ...(typeof value === "string"
      ? { "rule.4.value": value }
      : Object.fromEntries(Object.entries(value).map(([name, on]) => [`rule.4.value.${name}`, on]))),
  });

test("a typed rule is read by the kinds of its fields, and written back as it was", () => {
  const rule: Rule = {
    match: "any",
    conditions: [
      { field: "category", operator: "in", value: ["c-1", "c-2"] },
      { field: "brand", operator: "is", value: ["Neel Loom", "Tana"] },
      { field: "price", operator: "at-most", value: 499_50 },
      { field: "percentOff", operator: "at-least", value: 20 },
      { field: "added", operator: "within", value: 30 },
      { field: "inStock", operator: "yes", value: null },
    ],
  };
  const fields = new Map(Object.entries(ruleFields(subject, rule)));
  expect(fields.get("rule.2.value")).toBe("499.50");
  expect(readRule(subject, fields)).toEqual({ ok: true, value: rule });
  expect(storedRule(subject, JSON.parse(JSON.stringify(rule)))).toEqual(rule);
  expect(ruleInWords(subject, typedRule(fields))).toBe(
    "Any of: Category is one of Kurtas, Sarees; Brand is Neel Loom, Tana; Price is at most ₹499.50; " +
      "Percent off is at least 20%; Added in the last 30 days; In stock: yes",
  );
  const said = (field: string, operator: string, value: string) =>
    ruleInWords(subject, { match: "all", rows: [{ at: 0, field, operator, value, chosen: [] }] });
  expect(said("price", "at-least", "20000")).toBe("All of: Price is at least ₹20,000");
  expect(said("added", "before", "1")).toBe("All of: Added longer ago than 1 day");
  expect(said("added", "before", "1200")).toBe("All of: Added longer ago than 1,200 days");
  expect(said("price", "at-least", "much")).toBe("All of: Price is at least much");
  expect(one("price", "at-least", "₹1,499")).toMatchObject({ value: { conditions: [{ value: 1_499_00 }] } });
});

test("what is wrong is said in words at its condition, and an empty row is none", () => {
  const said: [ReturnType<typeof one>, Record<string, string>][] = [
    [one("colour", "is", "red"), { "rule.4.field": "Choose what to compare." }],
    [one("price", "contains", "9"), { "rule.4.operator": "Choose how to compare." }],
    [one("brand", "toString", "x"), { "rule.4.operator": "Choose how to compare." }],
    [one("price", "at-most", "cheap"), { "rule.4.value": "An amount in rupees, such as 499 or 499.50." }],
    [one("price", "at-most", "499,50"), { "rule.4.value": "Paise come after a point: 499.50, not 499,50." }],
    [one("price", "at-most", "10000001"), { "rule.4.value": "At most ₹1,00,00,000." }],
    [one("price", "at-most", "99999999999"), { "rule.4.value": "At most ₹1,00,00,000." }],
    [one("price", "at-most", "-1"), { "rule.4.value": "An amount in rupees, such as 499 or 499.50." }],
    [one("percentOff", "at-least", "101"), { "rule.4.value": "A whole number from 0 to 100." }],
    [one("added", "within", "0"), { "rule.4.value": "A whole number of days, from 1 to 3,650." }],
    [one("brand", "is", " , "), { "rule.4.value": "Write a text to compare with." }],
    [one("tag", "is", "x".repeat(81)), { "rule.4.value": "At most 80 characters each." }],
    [one("category", "in"), { "rule.4.value": "Choose at least one." }],
    [
      one("category", "in", { "c-9": "on" }),
      { "rule.4.value": "One of these is no longer there. Choose from the list." },
    ],
    [one("", "", ""), { rule: "Add at least one condition." }],
    [read({}), { rule: "Add at least one condition." }],
    [
      read(
        Object.fromEntries(
          Array.from({ length: mostConditions + 1 }, (_, at) => [
            [`rule.${at}.field`, "inStock"],
            [`rule.${at}.operator`, "yes"],
          ]).flat(),
        ),
      ),
      { rule: "At most 20 conditions." },
    ],
  ];
  for (const [answer, errors] of said) expect(answer).toEqual({ ok: false, errors });
});

test("a stored rule of another version of the program is not guessed at", () => {
  const conditions = [{ field: "price", operator: "at-most", value: 100 }];
  expect(storedRule(subject, { match: "all", conditions })).not.toBeNull();
  for (const odd of [
    null,
    {},
    { match: "some", conditions },
    { match: "all", conditions: [{ ...conditions[0], field: "weight" }] },
    { match: "all", conditions: [{ ...conditions[0], value: "100" }] },
    { match: "all", conditions: [] },
  ])
    expect(storedRule(subject, odd)).toBeNull();
});
