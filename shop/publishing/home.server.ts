import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { collection, picture as pictures } from "../catalogue/tables.server.ts";
import { itemField, type ListedPicture, pictureText } from "../text/listed-items.ts";
import type { FieldErrors, FormFields, FormRead } from "../text/read-form.ts";
import { brokenAddresses, noSuchPage } from "./addresses.server.ts";
import { type ItemKinds, listedPicture, readItems } from "./item-fields.server.ts";
import type { PublishedKind } from "./publishing.server.ts";

/** The specification's text below the slogan, section 2. */
export const heroText =
  "Discover trendy student clothing, stylish accessories, and affordable fashion that matches your campus vibe";

const words = z.string();
/** When a section is shown: ISO times; null: from now on, without an end. */
const shown = {
  isHidden: z.boolean().default(false),
  showFrom: words.nullable().default(null),
  showUntil: words.nullable().default(null),
};
const picture = listedPicture.nullable().default(null);
const section = z.discriminatedUnion("kind", [
  // The defaults are the words of the specification, section 2.
  z.object({
    kind: z.literal("hero"),
    ...shown,
    picture,
    /** "": the slogan of the settings, which the specification shows here, else the shop's name. */
    title: words.default(""),
    /** "": the description of the settings; `heroText` in a shop that still has its default. */
    text: words.default(""),
    button: words.default("Shop Collection"),
    to: words.default("/shop"),
    button2: words.default("View Categories"),
    to2: words.default("/category"),
    /** A number that the shop states, "" for none; products and brands are counted. */
    customers: words.default(""),
    customersLabel: words.default("Happy Students"),
  }),
  z.object({ kind: z.literal("collections"), ...shown, title: words, slugs: z.array(words) }),
  z.object({ kind: z.literal("tabs"), ...shown }),
  z.object({
    kind: z.literal("products"),
    ...shown,
    title: words,
    source: z.enum(["new", "popular", "offers", "collection", "recent"]),
    collection: words,
  }),
  z.object({
    kind: z.literal("banner"),
    ...shown,
    picture,
    title: words,
    text: words,
    button: words,
    to: words,
  }),
  z.object({ kind: z.literal("strip"), ...shown, text: words, code: words, to: words }),
  z.object({ kind: z.literal("prices"), ...shown, title: words, amounts: z.array(z.int().positive()) }),
  z.object({ kind: z.literal("reviews"), ...shown, title: words, of: words }),
  z.object({ kind: z.literal("articles"), ...shown, title: words }),
  z.object({ kind: z.literal("text"), ...shown, title: words, body: words }),
  z.object({ kind: z.literal("quick-access"), ...shown }),
]);
export type HomeSection = z.infer<typeof section>;
export type HomeContent = { items: HomeSection[] };

const when = [
  { name: "isHidden", label: "Hide this section", control: "check" },
  { name: "showFrom", label: "Shown from", control: "time", hint: "Indian time. Empty: at once." },
  { name: "showUntil", label: "Shown until", control: "time", hint: "Indian time. Empty: without an end." },
] as const;
const title = { name: "title", label: "Title", control: "text", most: 80 } as const;
const to = {
  name: "to",
  label: "Leads to",
  control: "link",
  optional: true,
  hint: "Choose from the list, or write an address.",
} as const;
const buttonWords = { name: "button", control: "text", most: 40, optional: true } as const;

/** The sections that the home page can have: what each is called, and its fields. */
export const homeKinds: Record<HomeSection["kind"], ItemKinds[string]> = {
  hero: {
    name: "Hero",
    fields: [
      { name: "picture", label: "Picture", control: "picture" },
      { ...title, optional: true, hint: "Empty: the slogan, which is in the settings." },
      {
        name: "text",
        label: "Text",
        control: "long",
        most: 300,
        optional: true,
        hint: "Empty: the description, which is in the settings.",
      },
      { ...buttonWords, label: "Words of the first button" },
      { ...to, label: "The first button leads to" },
      { ...buttonWords, name: "button2", label: "Words of the second button" },
      {
        ...to,
        name: "to2",
        label: "The second button leads to",
        hint: "/category leads to the first collection that has products.",
      },
      {
        name: "customers",
        label: "Number of customers",
        control: "text",
        most: 20,
        optional: true,
        hint: "A number that the shop can stand by, such as 10K+. Empty: not shown.",
      },
      {
        name: "customersLabel",
        label: "Words below that number",
        control: "text",
        most: 40,
        optional: true,
      },
      ...when,
    ],
  },
  collections: {
    name: "Collection tiles",
    fields: [
      title,
      {
        name: "slugs",
        label: "Collections",
        control: "collections",
        hint: "None chosen: those that are marked for the home page. One without products is left out.",
      },
      ...when,
    ],
  },
  tabs: { name: "New, popular, offers", fields: when },
  products: {
    name: "Row of products",
    fields: [
      title,
      {
        name: "source",
        label: "Products",
        control: "select",
        initial: "new",
        options: [
          { value: "new", label: "The newest" },
          { value: "popular", label: "The best rated" },
          { value: "offers", label: "The cheapest on offer" },
          { value: "collection", label: "Of a collection" },
          { value: "recent", label: "Recently viewed by the visitor" },
        ],
      },
      { name: "collection", label: "Collection", control: "collection", optional: true },
      ...when,
    ],
  },
  banner: {
    name: "Banner",
    fields: [
      title,
      { name: "picture", label: "Picture", control: "picture" },
      { name: "text", label: "Text", control: "long", most: 400, optional: true },
      { ...buttonWords, label: "Words of the button" },
      to,
      ...when,
    ],
  },
  strip: {
    name: "Offer or coupon",
    fields: [
      { name: "text", label: "Text", control: "text", most: 120 },
      {
        name: "code",
        label: "Coupon code",
        control: "text",
        most: 40,
        optional: true,
        hint: "While nobody can use this coupon, the section is left out.",
      },
      to,
      ...when,
    ],
  },
  prices: {
    name: "Price points",
    fields: [
      title,
      {
        name: "amounts",
        label: "Under (₹)",
        control: "amounts",
        hint: "With spaces between them: 299 499 999. Each leads to the products below it.",
      },
      ...when,
    ],
  },
  reviews: {
    name: "Reviews",
    fields: [
      title,
      {
        name: "of",
        label: "Of one product",
        control: "link",
        optional: true,
        hint: "Write its name and choose it. Empty: of all. The newest with four or five stars are shown.",
      },
      ...when,
    ],
  },
  articles: { name: "Newest articles", fields: [title, ...when] },
  text: {
    name: "Text",
    fields: [
      { ...title, optional: true },
      {
        name: "body",
        label: "Text",
        control: "markdown",
        hint: "Markdown: **bold**, *italic*, - list, [words](https://address).",
      },
      ...when,
    ],
  },
  "quick-access": { name: "Quick Access", fields: when },
};

const shape = z.object({ items: z.array(section) });

/** The home page of the specification, section 2. */
const specified = shape.parse({
  items: [
    { kind: "hero" },
    { kind: "collections", title: "Shop by Category", slugs: [] },
    { kind: "tabs" },
    { kind: "quick-access" },
  ],
});

/** The key of the only home page. */
export const homeKey = "home";

/** Reads the form of the home page. */
export function readHome(sent: FormFields): FormRead<HomeContent> {
  const read = readItems({ kinds: homeKinds, item: section, most: 30 }, sent);
  return read.ok ? { ok: true, value: { items: read.value } } : read;
}

/** The slugs of collections that a section needs. */
export function collectionsOf(one: HomeSection): string[] {
  if (one.kind === "collections") return one.slugs;
  return one.kind === "products" && one.source === "collection" ? [one.collection] : [];
}

/** The fields with an address that a section has. */
export function linksOf(one: HomeSection): Record<string, string> {
  if (one.kind === "hero") return { to: one.to, to2: one.to2 };
  if (one.kind === "reviews") return { of: one.of };
  return one.kind === "banner" || one.kind === "strip" ? { to: one.to } : {};
}

/** The pictures of a section. */
export function picturesOf(one: HomeSection): ListedPicture[] {
  return (one.kind === "hero" || one.kind === "banner") && one.picture ? [one.picture] : [];
}

const halfButton = "A button needs both: its words, and where it leads.";

type Known = {
  broken: ReadonlySet<string>;
  collections: ReadonlySet<string>;
  pictures: ReadonlySet<string>;
  /** Codes of which there is no coupon. */
  unknown: ReadonlySet<string>;
};

function fieldErrors(one: HomeSection, { broken, collections, pictures, unknown }: Known): FieldErrors {
  const errors: FieldErrors = {};
  if (one.showFrom && one.showUntil && one.showFrom >= one.showUntil)
    errors.showUntil = "It must end after it begins.";
  if (one.kind === "products" && one.source === "collection" && !collections.has(one.collection))
    errors.collection = "Please choose a collection.";
  if (one.kind === "collections" && one.slugs.some((slug) => !collections.has(slug)))
    errors.slugs = "A collection of these is no longer here. Please choose again.";
  if ((one.kind === "banner" || one.kind === "hero") && (one.button === "") !== (one.to === ""))
    errors.button = halfButton;
  if (one.kind === "hero" && (one.button2 === "") !== (one.to2 === "")) errors.button2 = halfButton;
  if (one.kind === "hero" && one.customers !== "" && one.customersLabel === "")
    errors.customersLabel = "The number needs words below it.";
  for (const [field, to] of Object.entries(linksOf(one))) if (broken.has(to)) errors[field] = noSuchPage;
  if (one.kind === "strip" && unknown.has(one.code)) errors.code = "There is no coupon with this code.";
  if (one.kind === "reviews" && one.of !== "" && productOf(one.of) === null)
    errors.of = "The address of a product, such as /product/white-shirt.";
  if (picturesOf(one).some((shown) => !pictures.has(pictureText(shown))))
    errors["picture.file"] = "This picture is not stored any more. Please choose it again.";
  return errors;
}

const codeRows = z.array(z.object({ code: z.string() }));

/** Those of these codes, as typed, of which there is no coupon. No query for none. */
async function unknownCodes(tx: Db, typed: readonly string[]): Promise<ReadonlySet<string>> {
  const codes = typed.filter((one) => one !== "");
  if (codes.length === 0) return new Set();
  // As shop/coupons reads a typed code, which is above this.
  const { rows } = await tx.execute(sql`
    select t.code from unnest(${sql.param(codes)}::text[]) t (code)
    where not exists (select from coupon c where c.code = upper(regexp_replace(t.code, '\\s', '', 'g')))`);
  return new Set(codeRows.parse(rows).map(({ code }) => code));
}

/** The slug or id of the product at an address; null: it is no product's. */
export function productOf(address: string): string | null {
  return /^\/product\/([^/?#]+)$/.exec(address)?.[1] ?? null;
}

/** The sections of the home page. */
export const homeKind: PublishedKind<HomeContent> = {
  kind: "home",
  permission: "content.edit",
  touches: "settings",
  shape,
  defaultContent: () => specified,
  nameOf: () => "Home page",
  check: async (tx, _key, { items }) => {
    const links = items.flatMap((one) => Object.values(linksOf(one)).filter((to) => to !== ""));
    const slugs = items.flatMap(collectionsOf);
    const keys = items.flatMap(picturesOf).map(({ key }) => key);
    const codes = items.flatMap((one) => (one.kind === "strip" ? [one.code] : []));
    const [broken, unknown, found, stored] = await Promise.all([
      brokenAddresses(tx, links),
      unknownCodes(tx, codes),
      slugs.length > 0
        ? tx.select({ slug: collection.slug }).from(collection).where(inArray(collection.slug, slugs))
        : [],
      keys.length > 0
        ? tx
            .select({
              key: pictures.key,
              width: pictures.width,
              height: pictures.height,
              tint: pictures.tint,
            })
            .from(pictures)
            .where(inArray(pictures.key, keys))
        : [],
    ]);
    const known: Known = {
      broken,
      unknown,
      collections: new Set(found.map(({ slug }) => slug)),
      pictures: new Set(stored.map(pictureText)),
    };
    return Object.fromEntries(
      items.flatMap((one, place) =>
        Object.entries(fieldErrors(one, known)).map(([name, message]) => [itemField(place, name), message]),
      ),
    );
  },
};
