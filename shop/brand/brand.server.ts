import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { MailLook, MailSender } from "../mail.ts";
import type { PublishedKind } from "../publishing/publishing.server.ts";
import { shopSettings } from "../settings/settings.server.ts";
import type { FieldErrors } from "../text/read-form.ts";
import { type Brand, brandShape, colourError, defaultBrand, mailLookOf, pictureFields } from "./brand.ts";

/** The key of the only brand. */
export const brandKey = "look";

const gone = "This picture is not stored any more. Please choose it again.";

async function pictureErrors(tx: Db, brand: Brand): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  for (const field of pictureFields) {
    const picture = brand[field];
    if (!picture) continue;
    const { key, width, height } = picture;
    const { rows } = await tx.execute(
      sql`select 1 from picture where key = ${key} and width = ${width} and height = ${height}`,
    );
    if (rows.length === 0) errors[field] = gone;
  }
  return errors;
}

/** The look of the shop: colours, typefaces, pattern, logo and icon. Name and slogan are settings. */
export const brandKind: PublishedKind<Brand> = {
  kind: "brand",
  permission: "settings.edit",
  touches: "settings",
  shape: brandShape,
  defaultContent: () => defaultBrand,
  nameOf: () => "Brand",
  check: async (tx, _key, brand) => {
    const colours = colourError(brand);
    return { ...(await pictureErrors(tx, brand)), ...(colours && { background: colours }) };
  },
};

const maxAgeMs = 5_000;
const cache = new WeakMap<Db, { brand: Promise<Brand>; readAt: number }>();
const contents = z.array(z.object({ content: z.unknown() }));

/**
 * The published brand, for what is made away from pages: mails, documents, pictures. Cached for five seconds, as the
 * settings are; `invalidateBrand` ends that at once.
 */
export function currentBrand({ db }: Pick<Services, "db">): Promise<Brand> {
  const now = performance.now();
  const before = cache.get(db);
  if (before && now - before.readAt < maxAgeMs) return before.brand;
  const brand = readBrandNow(db);
  cache.set(db, { brand, readAt: now });
  brand.catch(() => cache.delete(db));
  return brand;
}

/** Ends the cache at once, after a change event. */
export function invalidateBrand({ db }: Pick<Services, "db">): void {
  cache.delete(db);
}

async function readBrandNow(db: Db): Promise<Brand> {
  const { rows } = await db.execute(sql`
    select content from publication_version
    where kind = ${brandKind.kind} and key = ${brandKey} and cancelled_at is null and live_at <= now()
    order by live_at desc, id desc limit 1`);
  const [found] = contents.parse(rows);
  const read = brandShape.safeParse(found?.content);
  return read.success ? read.data : defaultBrand;
}

/** How mails look now. */
export async function mailLook(ports: Pick<Services, "db">): Promise<MailLook> {
  return mailLookOf(await currentBrand(ports));
}

/** The shop's name and the look of its mails now. */
export async function letterhead(
  ports: Pick<Services, "db">,
): Promise<Pick<MailSender, "shopName" | "look">> {
  const [{ shopName }, look] = await Promise.all([shopSettings(ports), mailLook(ports)]);
  return { shopName, look };
}
