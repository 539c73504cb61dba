import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import {
  type CleanPicture,
  cleanPicture,
  type PictureRefusal,
} from "../catalogue/pictures/save-picture.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { photoStorageKey } from "./returns.ts";

/** Sanitises all photos of a form in memory, or returns the refusal of the first bad one. Duplicates are merged. */
export async function cleanPhotos(
  { storage }: Pick<Services, "storage">,
  files: Buffer[],
): Promise<Done<CleanPicture[]> | Refused<PictureRefusal>> {
  if (files.length > 0 && (await storage.isFull())) return refused("no-space");
  const clean = new Map<string, CleanPicture>();
  for (const file of files) {
    const photo = await cleanPicture(file);
    if (!photo.ok) return photo;
    clean.set(photo.value.key, photo.value);
  }
  return done([...clean.values()]);
}

/** Stores the photos of a request under its id. */
export async function savePhotos(
  { storage }: Pick<Services, "storage">,
  returnId: string,
  photos: CleanPicture[],
): Promise<void> {
  for (const { key, data } of photos) await storage.put(photoStorageKey(returnId, key), data);
}

/** Deletes the photos of a request that failed. */
export async function deletePhotos(
  { storage }: Pick<Services, "storage">,
  returnId: string,
  photos: CleanPicture[],
): Promise<void> {
  for (const { key } of photos) await storage.delete(photoStorageKey(returnId, key));
}

const shape = z.object({ order: z.uuid(), key: z.string().regex(/^[0-9a-f]{32}$/) });

/**
 * A photo of a return as a WebP file. In: the order's id and the photo's key from an address, and the customer the
 * order must belong to (undefined: any, for staff). Out: null for what does not exist or is somebody else's.
 */
export async function returnPhoto(
  { db, storage }: Pick<Services, "db" | "storage">,
  orderId: string,
  key: string,
  userId?: string,
): Promise<Buffer | null> {
  const asked = shape.safeParse({ order: orderId, key });
  if (!asked.success) return null;
  const whose = userId === undefined ? sql`true` : sql`o.user_id = ${userId}`;
  const { rows } = await db.execute(sql`
    select p.return_id from return_photo p join return_request r on r.id = p.return_id
    join orders o on o.id = r.order_id
    where o.id = ${orderId} and p.key = ${key} and ${whose} limit 1`);
  const [found] = z.array(z.object({ return_id: z.string() })).parse(rows);
  const stored = found && (await storage.get(photoStorageKey(found.return_id, key)));
  return stored ? buffer(stored.body) : null;
}
