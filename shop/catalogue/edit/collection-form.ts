import { z } from "zod";
import { type Rule, type RuleSubject, readRule, ruleFields } from "../../rules/rules.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { checkField, type FormFields, type FormRead, readForm } from "../../text/read-form.ts";
import { type Sort, sortOptions } from "../catalogue.ts";
import { productRules } from "../membership/product-rules.ts";

/**
 * A collection as staff edit it. `name` stands in menus, `title` above its list. `metaTitle` and `metaDescription` are
 * for search engines; "" for those made from title and count. `position`: lower comes first. `rule`: null for one whose
 * products are chosen by hand. `defaultSort`: the order of its list until a shopper chooses another.
 */
export type CollectionInput = {
  name: string;
  title: string;
  slug: string;
  description: string;
  metaTitle: string;
  metaDescription: string;
  position: number;
  isInMenus: boolean;
  isOnHome: boolean;
  rule: Rule | null;
  defaultSort: Sort;
};

/** A collection as the fields of its form. */
export function collectionFields(one: CollectionInput): Record<string, string> {
  return {
    name: one.name,
    title: one.title,
    slug: one.slug,
    description: one.description,
    metaTitle: one.metaTitle,
    metaDescription: one.metaDescription,
    position: String(one.position),
    isInMenus: one.isInMenus ? "on" : "",
    isOnHome: one.isOnHome ? "on" : "",
    defaultSort: one.defaultSort,
    chosen: one.rule ? "rule" : "hand",
    ...ruleFields(productRules, one.rule),
  };
}

/** The initial values of the form of a new collection. */
export const newCollection: Record<string, string> = {
  position: "10",
  isInMenus: "on",
  isOnHome: "on",
  defaultSort: "recommended",
  chosen: "hand",
};

const line = (most: number) => z.string().overwrite(cleanLine).max(most, `At most ${most} characters.`);
const filled = (most: number) => line(most).min(1, "Please write something here.");
const badSlug = "Small letters, digits and single hyphens, such as festive-wear.";

const collectionForm = z.object({
  name: filled(80),
  title: filled(80),
  slug: z
    .string()
    .trim()
    .max(60, "At most 60 characters.")
    .regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, badSlug),
  description: line(300),
  metaTitle: line(70),
  metaDescription: line(200),
  position: z.coerce
    .number("A whole number.")
    .int("A whole number.")
    .min(0, "A number from 0 to 1,000.")
    .max(1_000, "A number from 0 to 1,000."),
  isInMenus: checkField,
  isOnHome: checkField,
  // Without it, as from a form of an earlier version: what a new collection has.
  defaultSort: z.enum(["", ...sortOptions], "Choose an order.").transform((sort) => sort || "recommended"),
  chosen: z.enum(["", "hand", "rule"], "Choose one.").transform((how) => how === "rule"),
});

/**
 * Reads that form. An empty title is the name; an empty slug stays empty: one is made of the name. In: the
 * subject of its rule with the shop's categories.
 */
export function readCollection(fields: FormFields, subject: RuleSubject): FormRead<CollectionInput> {
  const name = cleanLine(fields.get("name") ?? "");
  const filledIn = new Map(fields);
  if (!fields.get("title")?.trim()) filledIn.set("title", name);
  const read = readForm(collectionForm, filledIn);
  const rule = fields.get("chosen") === "rule" ? readRule(subject, fields) : null;
  if (rule && !rule.ok) return { ok: false, errors: { ...(!read.ok && read.errors), ...rule.errors } };
  if (!read.ok) return read;
  const { chosen: _, ...input } = read.value;
  return { ok: true, value: { ...input, rule: rule?.value ?? null } };
}
