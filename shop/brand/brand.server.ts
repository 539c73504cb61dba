import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { MailSender, MailText } from "../mail.ts";
import { emailTextKind, usableEmailText } from "../publishing/email-texts.server.ts";
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

/** The brand, and the texts of emails by their keys. */
type Style = { brand: Brand; texts: ReadonlyMap<string, MailText> };

const maxAgeMs = 5_000;
const cache = new WeakMap<Db, { style: Promise<Style>; readAt: number }>();
const contents = z.array(z.object({ kind: z.string(), key: z.string(), content: z.unknown() }));

/**
 * The published brand, for what is made away from pages: mails, documents, pictures. Cached with the texts of emails
 * for five seconds, as the settings are; `invalidateBrand` ends that at once.
 */
export async function currentBrand(ports: Pick<Services, "db">): Promise<Brand> {
  return (await currentStyle(ports)).brand;
}

function currentStyle({ db }: Pick<Services, "db">): Promise<Style> {
  const now = performance.now();
  const before = cache.get(db);
  if (before && now - before.readAt < maxAgeMs) return before.style;
  const style = readStyle(db);
  cache.set(db, { style, readAt: now });
  style.catch(() => cache.delete(db));
  return style;
}

/** Ends the cache at once, after a change event. */
export function invalidateBrand({ db }: Pick<Services, "db">): void {
  cache.delete(db);
}

async function readStyle(db: Db): Promise<Style> {
  const { rows } = await db.execute(sql`
    select distinct on (kind, key) kind, key, content from publication_version
    where kind in (${brandKind.kind}, ${emailTextKind.kind}) and cancelled_at is null and live_at <= now()
    order by kind, key, live_at desc, id desc`);
  const found = contents.parse(rows);
  const look = found.find(({ kind, key }) => kind === brandKind.kind && key === brandKey);
  const read = brandShape.safeParse(look?.content);
  const texts = found.flatMap(({ kind, key, content }): [string, MailText][] => {
    const text = kind === emailTextKind.kind ? usableEmailText(key, content) : null;
    return text ? [[key, text]] : [];
  });
  return { brand: read.success ? read.data : defaultBrand, texts: new Map(texts) };
}

/** How mails look now, and the texts that staff published for them. */
export async function mailStyle(ports: Pick<Services, "db">): Promise<Pick<MailSender, "look" | "texts">> {
  const { brand, texts } = await currentStyle(ports);
  return { look: mailLookOf(brand), texts };
}

/** The shop's name, and the look and the texts of its mails now. */
export async function letterhead(ports: Pick<Services, "db">): Promise<Omit<MailSender, "origin">> {
  const [{ shopName }, style] = await Promise.all([shopSettings(ports), mailStyle(ports)]);
  return { shopName, ...style };
}
