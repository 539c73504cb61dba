import { expect, test } from "vitest";
import { countQuestions, faqGroups, searchFaq } from "./faq.ts";
import type { FaqFacts } from "./question.ts";

const facts: FaqFacts = {
  policy: {
    returnDays: 9,
    damageReportHours: 36,
    refundBusinessDays: [3, 4],
    deliveryBusinessDays: [8, 11],
    deliveryFee: "Free",
    freeDeliveryFrom: null,
    cod: true,
  },
  hours: "Monday to Saturday, 10:00 am to 7:00 pm",
  email: "hello@shop.test",
  hasPhone: true,
  hasWhatsApp: true,
};
const groups = faqGroups(facts);
const everything = JSON.stringify(groups);
const answer = (id: string, from = groups) =>
  from.flatMap(({ questions }) => questions).find((entry) => entry.id === id)?.answer ?? "";

test("there are the four specified groups of five or six questions, and ids are unique", () => {
  expect(groups.map(({ title }) => title)).toEqual([
    "Orders & Shipping",
    "Returns & Exchanges",
    "Products & Sizing",
    "Account & Payment",
  ]);
  for (const { questions } of groups) expect([5, 6]).toContain(questions.length);
  const ids = groups.flatMap(({ questions }) => questions.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

test("the answers use the values of the policy settings", () => {
  expect(answer("delivery-time")).toContain("8-11 business days");
  expect(answer("return-window")).toContain("9 days from the day of delivery");
  expect(answer("damaged")).toContain("within 36 hours");
  expect(answer("refund-time")).toContain("3-4 business days");
  expect(answer("payment-failed")).toContain("3-4 business days");
  expect(answer("cancel")).toContain("until the order ships");
  expect(answer("delivery-cost")).toContain("free on every order");
  expect(everything).not.toMatch(/express (delivery|shipping)|within 2 hours|30 days|over ₹?999/i);
});

test("days that are the same are one number, and a shop that takes nothing back says so", () => {
  const other = faqGroups({
    ...facts,
    policy: { ...facts.policy, returnDays: 0, refundBusinessDays: [4, 4], deliveryBusinessDays: [1, 1] },
  });
  expect(answer("delivery-time", other)).toMatch(/^1 business day after/);
  expect(answer("payment-failed", other)).toContain("within 4 business days");
  expect(answer("refund-time", other)).toMatch(/^4 business days after/);
  expect(answer("return-window", other)).toMatch(/^We take nothing back .* within 36 hours/);
  expect(answer("exchange", other)).toMatch(/^No\./);
  expect(JSON.stringify(other)).not.toMatch(/\b0 days?/);
});

test("a delivery fee is named, and cash on delivery is offered only when it is enabled", () => {
  const other = faqGroups({ ...facts, policy: { ...facts.policy, deliveryFee: "₹49", cod: false } });
  expect(answer("delivery-cost", other)).toContain("₹49");
  expect(answer("ways-to-pay", other)).not.toMatch(/cash on delivery/i);
  expect(answer("ways-to-pay")).toMatch(/cash on delivery/i);
});

test("only a shop with a number asks to be called", () => {
  expect(answer("reach")).toContain(
    "or call us during business hours: Monday to Saturday, 10:00 am to 7:00 pm",
  );
  expect(answer("reach", faqGroups({ ...facts, hasPhone: false }))).not.toMatch(/call|hours/);
});

test("customers see and delete their data themselves, and log in with more than an email", () => {
  expect(answer("delete-account")).toContain("Security in your profile");
  expect(answer("account-needed")).toContain("the Login page offers");
});

test.each([
  ["REFUND", ["refund-time", "return-cost", "damaged"]],
  ["  uk   SIZES ", ["shoe-size"]],
])("a search for %j finds questions and answers regardless of case", (search, ids) => {
  const found = searchFaq(groups, search).flatMap(({ questions }) => questions.map(({ id }) => id));
  expect(found).toEqual(expect.arrayContaining(ids));
  expect(found.length).toBeLessThan(countQuestions(groups));
});

test("an empty search finds all, an unknown word nothing, and a pattern is treated as text", () => {
  expect(searchFaq(groups, "  ")).toEqual(groups);
  expect(searchFaq(groups, "zzzz")).toEqual([]);
  expect(searchFaq(groups, ".*")).toEqual([]);
});
