import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { homeKey, homeKind } from "../../shop/publishing/home.server.ts";
import { publication, publicationVersion } from "../../shop/publishing/tables.server.ts";
import type { ShopSettings } from "../../shop/settings/settings.ts";
import type { DemoData } from "./demo-data.server.ts";

// An evident placeholder: Indian mobile numbers begin with 6 to 9.
const phone = "+91 00000 00000";
// .example is reserved (RFC 2606): nobody has these addresses.
const email = "hello@campusstyle.example";

/** The seller of the demo, who does not exist. A real shop starts without one. */
const seller: Pick<ShopSettings, "founders" | "contact" | "legal" | "couriers"> = {
  founders: [
    { name: "Ira Menon", role: "Founder, Product" },
    { name: "Kabir Sen", role: "Co-founder, Design" },
    { name: "Meera Iyer", role: "Co-founder, Operations" },
    { name: "Farhan Ali", role: "Co-founder, Community" },
  ],
  contact: {
    email,
    phone,
    whatsapp: phone,
    address: ["Campus Style", "New Delhi 110001", "India"],
    mapUrl: "https://www.openstreetmap.org/?mlat=28.6315&mlon=77.2167#map=15/28.6315/77.2167",
    latitude: 28.6315,
    longitude: 77.2167,
  },
  legal: {
    legalName: "Campus Style",
    gstin: null,
    isUnregistered: false,
    grievanceOfficer: { name: null, email: "grievance@campusstyle.example", phone },
  },
  couriers: ["Demo Express", "Demo Surface", "Demo Air"].map((name) => ({
    name,
    tracking: "https://courier.example/track/{awb}",
  })),
};

/** Writes the demo's seller into the settings. In: a transaction. */
export async function insertSeller(db: Db): Promise<void> {
  for (const [key, value] of Object.entries(seller))
    await db.execute(sql`insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)`);
}

/** The picture of the home page. */
export const heroFile = "hero-cutout.webp";
const heroAlt =
  "A block-print kurta, a floral dress and jeans with a cap, sneakers, sunglasses, a watch and a backpack";

/**
 * Publishes the demo's home page: the specification's, with a picture and the number of customers that it states. In: a
 * transaction, the demo's pictures, the day of seeding.
 */
export async function insertHome(db: Db, { pictures }: Pick<DemoData, "pictures">, now: Date): Promise<void> {
  const hero = pictures[heroFile];
  if (!hero) throw new Error(`pictures.json does not know ${heroFile}`);
  const { key, width, height, tint } = hero;
  const centre = { x: 50, y: 50 };
  const picture = { key, width, height, tint, alt: heroAlt, focus: { phone: centre, desktop: centre } };
  const shipped = homeKind.defaultContent(homeKey)?.items ?? [];
  const items = shipped.map((one) => (one.kind === "hero" ? { ...one, picture, customers: "10K+" } : one));
  const of = { kind: homeKind.kind, key: homeKey };
  await db.insert(publication).values({ ...of, version: 1, createdAt: now });
  await db.insert(publicationVersion).values({
    ...of,
    content: { items },
    at: now,
    liveAt: now,
    actorKind: "system",
    actorId: null,
    actorName: "",
  });
}
