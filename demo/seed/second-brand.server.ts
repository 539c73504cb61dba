import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { brandKey, brandKind } from "../../shop/brand/brand.server.ts";
import type { Brand, BrandPicture, BrandPictureField } from "../../shop/brand/brand.ts";
import { saveBrandPicture } from "../../shop/brand/brand-picture.server.ts";
import { type HomeContent, homeKey, homeKind } from "../../shop/publishing/home.server.ts";
import { menuKind } from "../../shop/publishing/menus.server.ts";
import type { MenuContent, MenuItem } from "../../shop/publishing/menus.ts";
import { publication, publicationVersion } from "../../shop/publishing/tables.server.ts";
import type { ShopSettings } from "../../shop/settings/settings.ts";
import type { DemoData } from "./demo-data.server.ts";

/** The petals of a mogra flower around a middle, in a square of 100. */
const flower = (petal: string, middle: string) => {
  const petals = [0, 72, 144, 216, 288].map(
    (turn) =>
      `<path transform="rotate(${turn} 50 50)" fill="${petal}" d="M50 48C36 34 38 14 50 8C62 14 64 34 50 48Z"/>`,
  );
  return `${petals.join("")}<circle cx="50" cy="50" r="8" fill="${middle}"/>`;
};
const svg = (width: number, inner: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 100">${inner}</svg>`);
const pictures: Record<BrandPictureField, Buffer> = {
  logo: svg(
    220,
    `${flower("#7a2e4d", "#d9a441")}<g transform="translate(120 0)">${flower("#7a2e4d", "#d9a441")}</g>`,
  ),
  logoDark: svg(
    220,
    `${flower("#f3d9e3", "#d9a441")}<g transform="translate(120 0)">${flower("#f3d9e3", "#d9a441")}</g>`,
  ),
  icon: svg(100, `<rect width="100" height="100" rx="18" fill="#7a2e4d"/>${flower("#fbf3ee", "#d9a441")}`),
};

const settings: Partial<ShopSettings> = {
  shopName: "Mogra",
  tagline: "Cotton for slow mornings",
  description: "Handloom dresses, kurtas and bags for women, made in small batches.",
};

const link = (label: string, to: string, isBelow = false): MenuItem => ({
  kind: "link",
  label,
  to,
  isBelow,
  onlyOnPhones: false,
});
const header: MenuContent = {
  items: [
    link("New in", "/shop?sort=newest"),
    link("Women", "/category/women"),
    link("Dresses", "/category/women?category=dresses", true),
    link("All for women", "/category/women", true),
    link("Accessories", "/category/accessories"),
    link("Under ₹999", "/shop?max=999"),
  ],
};
const footer: MenuContent = {
  items: [
    link("Mogra", ""),
    link("About us", "/about", true),
    link("Help", ""),
    link("Track your order", "/track", true),
    link("Returns", "/refund-policy", true),
    link("Write to us", "/contact", true),
    link("Privacy", "/privacy-policy", true),
    link("Terms", "/terms-and-conditions", true),
  ],
};

/** The sizes of the second brand: Indian dressmakers go by the bust, in inches. */
const scale = {
  key: "bust",
  name: "Bust, 32 to 44 inches",
  sizes: ["32", "34", "36", "38", "40", "42", "44"],
};

function home({ pictures: files }: Pick<DemoData, "pictures">): HomeContent {
  const always = { isHidden: false, showFrom: null, showUntil: null };
  const found = Object.entries(files).find(([name]) => /dress/.test(name))?.[1];
  const centre = { x: 50, y: 30 };
  const picture = found
    ? {
        key: found.key,
        width: found.width,
        height: found.height,
        tint: found.tint,
        alt: "A dress of handloom cotton",
        focus: { phone: centre, desktop: centre },
      }
    : null;
  return {
    items: [
      {
        kind: "hero",
        ...always,
        picture,
        title: "",
        text: "Dresses and kurtas of handloom cotton, cut for long days and washed for softness.",
        button: "See what is new",
        to: "/shop?sort=newest",
        button2: "Dresses",
        to2: "/category/women?category=dresses",
        customers: "",
        customersLabel: "",
      },
      { kind: "strip", ...always, text: "Free delivery on everything this week", code: "", to: "/shop" },
      {
        kind: "products",
        ...always,
        title: "Fresh from the loom",
        source: "collection",
        collection: "women",
      },
      { kind: "prices", ...always, title: "By price", amounts: [499_00, 999_00, 1_999_00] },
      {
        kind: "text",
        ...always,
        title: "Why handloom",
        body: "A handloom makes **four metres a day**. What you buy took a morning of somebody's work, and lasts for years.",
      },
      { kind: "products", ...always, title: "Most loved", source: "popular", collection: "" },
    ],
  };
}

/**
 * Makes another shop of the demo, as its owner would in the back office: name, logo, colours, typefaces, menus, home
 * page and sizes. In: the transaction of the first start.
 */
export async function dressAsMogra(
  { db, storage }: Pick<Services, "db" | "storage">,
  data: Pick<DemoData, "pictures">,
  now: Date,
): Promise<void> {
  for (const [key, value] of Object.entries(settings))
    await db.execute(sql`
      insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
      on conflict (key) do update set value = excluded.value`);
  const brand: Brand = {
    accent: "#7a2e4d",
    background: "#fbf3ee",
    pairing: "serif",
    hasPattern: false,
    logo: await stored({ db, storage }, "logo"),
    logoDark: await stored({ db, storage }, "logoDark"),
    icon: await stored({ db, storage }, "icon"),
  };
  await publishAs(db, { kind: brandKind.kind, key: brandKey }, brand, now);
  await publishAs(db, { kind: menuKind.kind, key: "header" }, header, now);
  await publishAs(db, { kind: menuKind.kind, key: "footer" }, footer, now);
  await publishAs(db, { kind: homeKind.kind, key: homeKey }, home(data), now);
  await db.execute(sql`
    insert into size_scale (key, name, sizes, position)
    values (${scale.key}, ${scale.name}, ${sql.param(scale.sizes)}, 0)`);
  await db.execute(sql`update category set size_scale = ${scale.key} where slug = 'dresses'`);
}

async function stored(
  ports: Pick<Services, "db" | "storage">,
  field: BrandPictureField,
): Promise<BrandPicture> {
  const saved = await saveBrandPicture(ports, field, pictures[field]);
  if (!saved.ok) throw new Error(`the ${field} of the second brand was refused: ${saved.refused}`);
  return saved.value;
}

async function publishAs(
  db: Db,
  of: { kind: string; key: string },
  content: unknown,
  now: Date,
): Promise<void> {
  await db
    .insert(publication)
    .values({ ...of, version: 1, createdAt: now })
    .onConflictDoNothing();
  await db.insert(publicationVersion).values({
    ...of,
    content,
    at: now,
    liveAt: now,
    actorKind: "system",
    actorId: null,
    actorName: "",
  });
}
