import { buffer } from "node:stream/consumers";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import {
  type CleanPicture,
  cleanPicture,
  type PictureRefusal,
} from "../catalogue/pictures/save-picture.server.ts";
import { orders } from "../orders/tables.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { photoStorageKey } from "./returns.ts";
import { returnPhoto, returnRequest } from "./tables.server.ts";

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
export async function readReturnPhoto(
  { db, storage }: Pick<Services, "db" | "storage">,
  orderId: string,
  key: string,
  userId?: string,
): Promise<Buffer | null> {
  const asked = shape.safeParse({ order: orderId, key });
  if (!asked.success) return null;
  const [found] = await db
    .select({ returnId: returnPhoto.returnId })
    .from(returnPhoto)
    .innerJoin(returnRequest, eq(returnRequest.id, returnPhoto.returnId))
    .innerJoin(orders, eq(orders.id, returnRequest.orderId))
    .where(
      and(
        eq(orders.id, orderId),
        eq(returnPhoto.key, key),
        userId === undefined ? undefined : eq(orders.userId, userId),
      ),
    )
    .limit(1);
  const stored = found && (await storage.get(photoStorageKey(found.returnId, key)));
  return stored ? buffer(stored.body) : null;
}
