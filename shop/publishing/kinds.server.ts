import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { markdownField } from "../content/blog/article-form.server.ts";
import {
  isWellFormed,
  type PolicyContent,
  placeholders,
  policyPage,
  unknownPlaceholders,
} from "../content/policy.server.ts";
import { readTimeField, timeField } from "../dates.ts";
import { cleanLine } from "../text/clean-text.ts";
import {
  type FieldErrors,
  type FormFields,
  type FormRead,
  optionalFieldReadBy,
  readForm,
} from "../text/read-form.ts";
import { slugOf } from "../text/slug.ts";
import { brokenAddresses, noSuchPage } from "./addresses.server.ts";
import type { PublishedKind } from "./publishing.server.ts";

const line = (most: number) => z.string().overwrite(cleanLine).max(most, `At most ${most} characters.`);
const filled = (most: number) => line(most).min(1, "Please write something here.");
const badSlug = "Small letters, digits and single hyphens, such as store-locator.";

/** An own page at /pages/slug. Empty texts for search engines are made from the title. */
export type PageContent = {
  title: string;
  slug: string;
  body: string;
  metaTitle: string;
  metaDescription: string;
};

const pageForm = z.object({
  title: filled(120),
  slug: z
    .string()
    .trim()
    .max(80, "At most 80 characters.")
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, badSlug),
  body: markdownField,
  metaTitle: line(70),
  metaDescription: line(200),
});

/** Reads the form of an own page. An empty slug is made from the title. */
export function readPage(fields: FormFields): FormRead<PageContent> {
  const slug = fields.get("slug")?.trim() || slugOf(fields.get("title") ?? "", 80);
  return readForm(pageForm, new Map(fields).set("slug", slug));
}

/** What prevents texts from being drawn, by field. */
function drawErrors(content: Record<string, string>): FieldErrors {
  const errors: FieldErrors = {};
  for (const [field, text] of Object.entries(content)) {
    const [unknown] = unknownPlaceholders(text);
    if (unknown !== undefined)
      errors[field] = `There is no placeholder {{${unknown}}}. Those that exist are listed on this page.`;
    else if (field !== "body" && /\{\{(?:seller|founders)\}\}/.test(text))
      errors[field] = "{{seller}} and {{founders}} are lists: they can stand in the text only.";
    else if (field === "body" && !isWellFormed(text))
      errors[field] = "An HTML tag in it is not closed, or closed in the wrong place.";
    else if (field === "body" && hasListWithin(text))
      errors[field] = "{{seller}} and {{founders}} are lists: each needs a paragraph of its own.";
  }
  return errors;
}

/** A list's placeholder that is not alone between empty lines cannot be drawn. */
function hasListWithin(body: string): boolean {
  const texts = Object.fromEntries(Object.keys(placeholders.texts).map((name) => [name, ""]));
  const lists = Object.fromEntries(
    Object.keys(placeholders.lists).map((name) => [name, [{ label: "", value: "" }]]),
  );
  try {
    policyPage({ title: "", description: "", lead: "", body }, { texts, lists });
    return false;
  } catch {
    return true;
  }
}

/** An address can be had by one page only: no other's draft, scheduled or live version has it. */
async function slugErrors(tx: Db, key: string, slug: string): Promise<FieldErrors> {
  const { rows } = await tx.execute(sql`
    select 1 from publication p where p.kind = ${pageKind.kind} and p.key <> ${key} and (
      p.draft ->> 'slug' = ${slug}
      or exists (select from publication_version v where v.kind = p.kind and v.key = p.key
        and v.cancelled_at is null and v.content ->> 'slug' = ${slug}
        and not exists (select from publication_version later where later.kind = v.kind and later.key = v.key
          and later.cancelled_at is null and later.live_at <= now() and (later.live_at, later.id) > (v.live_at, v.id))))
    limit 1`);
  return rows.length > 0 ? { slug: "Another page has this address." } : {};
}

const words = z.string();

/** The owner's own pages. */
export const pageKind: PublishedKind<PageContent> = {
  kind: "page",
  permission: "content.edit",
  touches: "content",
  shape: z.object({ title: words, slug: words, body: words, metaTitle: words, metaDescription: words }),
  defaultContent: () => null,
  nameOf: (key, content) => content?.title ?? key,
  check: async (tx, key, content) => ({
    ...(await slugErrors(tx, key, content.slug)),
    ...drawErrors(content),
  }),
};

const policyForm = z.object({
  title: filled(120),
  lead: line(300),
  description: filled(300),
  body: markdownField,
});

/** The default texts, by key: the last part of their address. */
export const policyNames = {
  "terms-and-conditions": "Terms & Conditions",
  "refund-policy": "Refund Policy",
  "privacy-policy": "Privacy Policy",
  "cookie-policy": "Cookie Policy",
  about: "About",
  faq: "FAQ, its head",
} as const;
export type PolicyKey = keyof typeof policyNames;

/** The key of an address; null: no such text. */
export function policyKey(asked: string): PolicyKey | null {
  return isPolicyKey(asked) ? asked : null;
}

const isPolicyKey = (asked: string): asked is PolicyKey => Object.hasOwn(policyNames, asked);

/** Reads the form of a policy. The FAQ's head has no text of its own: its questions are edited elsewhere. */
export function readPolicy(key: PolicyKey, fields: FormFields): FormRead<PolicyContent> {
  if (key !== "faq") return readForm(policyForm, fields);
  const read = readForm(policyForm.omit({ body: true }), fields);
  return read.ok ? { ok: true, value: { ...read.value, body: "" } } : read;
}

/** The policies, About and the FAQ's head. In: the default text of a key. */
export function policyKindOf(
  defaultContent: (key: string) => PolicyContent | null,
): PublishedKind<PolicyContent> {
  return {
    kind: "policy",
    permission: "content.edit",
    touches: "content",
    shape: z.object({ title: words, lead: words, description: words, body: words }),
    defaultContent,
    nameOf: (key) => (isPolicyKey(key) ? policyNames[key] : key),
    check: (_tx, _key, content) => drawErrors(content),
  };
}

/** A line above the header of every page. `from`, `to`: when it is shown (ISO); null: from now on, without an end. */
export type AnnouncementContent = {
  text: string;
  link: string;
  from: string | null;
  to: string | null;
};

const optionalTime = optionalFieldReadBy(
  readTimeField,
  "A day and a time, in the years 2000 to 2100, or empty.",
).transform((at) => at?.toISOString() ?? null);

const announcementForm = z
  .object({
    text: filled(120),
    link: line(300).regex(
      /^$|^\/(?![/\\])[^\s\\]*$|^https:\/\/[^\s\\]+$/,
      "An address of this shop, such as /category/new, or one that begins with https://.",
    ),
    from: optionalTime,
    to: optionalTime,
  })
  .refine(({ from, to }) => from === null || to === null || from < to, {
    path: ["to"],
    message: "It must end after it begins.",
  });

/** Reads the form of the announcement. */
export function readAnnouncement(fields: FormFields): FormRead<AnnouncementContent> {
  return readForm(announcementForm, fields);
}

/** An announcement as the fields of its form. */
export function announcementFields({ text, link, from, to }: AnnouncementContent): Record<string, string> {
  return { text, link, from: from ? timeField(from) : "", to: to ? timeField(to) : "" };
}

/** The bar above the header; there is one at most. */
export const announcementKind: PublishedKind<AnnouncementContent> = {
  kind: "announcement",
  permission: "content.edit",
  touches: "settings",
  shape: z.object({ text: words, link: words, from: words.nullable(), to: words.nullable() }),
  defaultContent: () => null,
  nameOf: (_key, content) => content?.text ?? "Announcement",
  check: async (tx, _key, { link }): Promise<FieldErrors> =>
    link !== "" && (await brokenAddresses(tx, [link])).has(link) ? { link: noSuchPage } : {},
};

/** The key of the only announcement. */
export const announcementKey = "bar";
