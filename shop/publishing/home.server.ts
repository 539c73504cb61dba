import { inArray } from "drizzle-orm";
import { z } from "zod";
import { collection } from "../catalogue/tables.server.ts";
import type { FieldErrors, FormFields, FormRead } from "../text/read-form.ts";
import { brokenAddresses, noSuchPage } from "./addresses.server.ts";
import { type ItemKinds, readItems } from "./item-fields.server.ts";
import { itemField } from "./listed-items.ts";
import type { PublishedKind } from "./publishing.server.ts";

const words = z.string();
/** When a section is shown: ISO times; null: from now on, without an end. */
const shown = {
  isHidden: z.boolean().default(false),
  showFrom: words.nullable().default(null),
  showUntil: words.nullable().default(null),
};
const section = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("hero"), ...shown }),
  z.object({ kind: z.literal("collections"), ...shown, title: words, slugs: z.array(words) }),
  z.object({ kind: z.literal("tabs"), ...shown }),
  z.object({
    kind: z.literal("products"),
    ...shown,
    title: words,
    source: z.enum(["new", "popular", "offers", "collection", "recent"]),
    collection: words,
  }),
  z.object({ kind: z.literal("banner"), ...shown, title: words, text: words, button: words, to: words }),
  z.object({ kind: z.literal("strip"), ...shown, text: words, code: words, to: words }),
  z.object({ kind: z.literal("prices"), ...shown, title: words, amounts: z.array(z.int().positive()) }),
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

/** The sections that the home page can have: what each is called, and its fields. */
export const homeKinds: Record<HomeSection["kind"], ItemKinds[string]> = {
  hero: { name: "Hero", fields: when },
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
      { name: "text", label: "Text", control: "long", most: 400, optional: true },
      { name: "button", label: "Words of the button", control: "text", most: 40, optional: true },
      to,
      ...when,
    ],
  },
  strip: {
    name: "Offer or coupon",
    fields: [
      { name: "text", label: "Text", control: "text", most: 120 },
      { name: "code", label: "Coupon code", control: "text", most: 40, optional: true },
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

const always = { isHidden: false, showFrom: null, showUntil: null };

/** The home page of the specification, section 2. */
const specified: HomeContent = {
  items: [
    { kind: "hero", ...always },
    { kind: "collections", ...always, title: "Shop by Category", slugs: [] },
    { kind: "tabs", ...always },
    { kind: "quick-access", ...always },
  ],
};

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

function fieldErrors(one: HomeSection, broken: ReadonlySet<string>, known: ReadonlySet<string>): FieldErrors {
  const errors: FieldErrors = {};
  if (one.showFrom && one.showUntil && one.showFrom >= one.showUntil)
    errors.showUntil = "It must end after it begins.";
  if (one.kind === "products" && one.source === "collection" && !known.has(one.collection))
    errors.collection = "Please choose a collection.";
  if (one.kind === "collections" && one.slugs.some((slug) => !known.has(slug)))
    errors.slugs = "A collection of these is no longer here. Please choose again.";
  if (one.kind === "banner" && (one.button === "") !== (one.to === ""))
    errors.button = "A button needs both: its words, and where it leads.";
  if ((one.kind === "banner" || one.kind === "strip") && broken.has(one.to)) errors.to = noSuchPage;
  return errors;
}

/** The sections of the home page. */
export const homeKind: PublishedKind<HomeContent> = {
  kind: "home",
  permission: "content.edit",
  touches: "settings",
  shape: z.object({ items: z.array(section) }),
  defaultContent: () => specified,
  nameOf: () => "Home page",
  check: async (tx, _key, { items }) => {
    const links = items.flatMap((one) =>
      (one.kind === "banner" || one.kind === "strip") && one.to !== "" ? [one.to] : [],
    );
    const slugs = items.flatMap(collectionsOf);
    const [broken, found] = await Promise.all([
      brokenAddresses(tx, links),
      slugs.length > 0
        ? tx.select({ slug: collection.slug }).from(collection).where(inArray(collection.slug, slugs))
        : [],
    ]);
    const known = new Set(found.map(({ slug }) => slug));
    return Object.fromEntries(
      items.flatMap((one, place) =>
        Object.entries(fieldErrors(one, broken, known)).map(([name, message]) => [
          itemField(place, name),
          message,
        ]),
      ),
    );
  },
};
