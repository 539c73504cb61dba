import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addedAll } from "./added-toasts.ts";
import { allMessages } from "./all-messages.ts";
import { failedForm } from "./failed-form.ts";

const specification = readFileSync(new URL("../../../docs/coverage.md", import.meta.url), "utf8");

const catalogue = specification.slice(specification.indexOf("## 8."), specification.indexOf("## 9."));
/** The quoted texts of section 8, line by line. An apostrophe inside a word does not end a quote. */
const quoted = catalogue
  .split("\n")
  .flatMap((line) =>
    [...line.matchAll(/'((?:[^']|(?<=\w)'(?=\w))+)'/g)].map((found) => ({ line, words: found[1] ?? "" })),
  );
const sources = readdirSync(new URL("../..", import.meta.url), { recursive: true, withFileTypes: true })
  .filter((file) => /\.tsx?$/.test(file.name) && !/\.test\./.test(file.name))
  .map((file) => readFileSync(join(file.parentPath, file.name), "utf8"))
  .join("\n");

test.each(quoted.map(({ words }) => words))("the specified text '%s' is in the source, verbatim", (words) => {
  // The only text with a placeholder.
  expect(sources.includes(words.replace("{product name}", `$${"{name}"}`))).toBe(true);
});

/** Titles with their texts: "'title' / 'text'", and of the cart "'title' with 'text', 'text'". */
const pairs = quoted.flatMap(({ line, words: text }) => {
  const before = line.slice(0, line.indexOf(`'${text}'`));
  const title = /'([^']+)' \/ $/.exec(before)?.[1] ?? /'(Error|Success)' with [^.]*$/.exec(before)?.[1];
  // For the back office the line lists a success and a failure: two messages, not a title and its text.
  return title && !line.startsWith("- Admin") ? [[title, text] as const] : [];
});

test("all 14 pairs of title and text are found in section 8", () => {
  expect(pairs).toHaveLength(14);
});

test.each(pairs)("one message has the title '%s' and the text '%s'", (title, text) => {
  expect(Object.values(allMessages)).toContainEqual(expect.objectContaining({ title, text }));
});

test("no two files define a message of the same name, because one would hide the other", () => {
  const names = readdirSync(new URL(".", import.meta.url), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("messages.ts"))
    .map((file) => readFileSync(new URL(file, import.meta.url), "utf8"))
    .flatMap((text) =>
      [...text.matchAll(/^(?:export const| ) (\w+)(?: =|:) (?:error|info)\(/gm)].map(([, name]) => name),
    );
  expect(names.length).toBeGreaterThan(150);
  expect(names).toEqual([...new Set(names)]);
});

test.each([
  ["loginWrong", "Login failed"],
  ["signupEmailBad", "Signup failed"],
  ["googleFailed", "Google sign-in failed"],
  ["profileNameBad", "Error updating profile"],
  ["profilePhoneBad", "Error updating profile"],
] as const)("%s has the specified title", (name, title) => {
  expect(allMessages[name].title).toBe(title);
  expect(specification).toContain(`'${title}'`);
});

test("wishlist products that could not be added to the cart are listed by reason, at most ten names each", () => {
  const skipped = [
    ...Array.from({ length: 12 }, (_, place) => ({
      name: `Kurta ${place + 1}`,
      why: "choose-size" as const,
    })),
    { name: "Tote", why: "out-of-stock" as const },
  ];
  const { toast, notes } = addedAll({ added: 3, skipped });
  expect(toast).toEqual({ title: "Success", text: "3 added to your cart, 13 skipped" });
  expect(notes[0]).toMatch(/^Choose a size: Kurta 1, Kurta 2, .*Kurta 10 and 2 more$/);
  expect(notes[1]).toBe("Out of Stock: Tote");
  expect(addedAll({ added: 0, skipped }).toast.tone).toBe("wrong");
  expect(addedAll({ added: 3, skipped: [] }).notes).toEqual([]);
});

test.each([
  ["/admin/orders/1", "status", "Failed to update order status"],
  ["/admin/orders/1", "refund", "Something went wrong"],
  ["/admin/orders/1", "parcel-new", "Something went wrong"],
  ["/admin/orders/ship", "ship", "Something went wrong"],
  ["/admin/users/1", "role", "Failed to update user role"],
  ["/admin/users/1", "block", "Something went wrong"],
  ["/admin/team/1", "role", "Failed to update user role"],
  ["/admin/team/1", "block", "Something went wrong"],
  ["/admin/team/roles/1", "save", "Something went wrong"],
  ["/admin/coupons/new", "", "Something went wrong"],
  ["/checkout", "coupon", "Something went wrong"],
  ["/checkout", "place", "Order Failed"],
  ["/track/1", "", "Failed to fetch order details"],
  ["/track/1", "pay", "Something went wrong"],
])("the form %s %j that the database refused is named: %s", (path, intent, title) => {
  expect(failedForm(path, intent)).toMatchObject({ title, tone: "wrong" });
});
