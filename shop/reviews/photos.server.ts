import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { jsonRows } from "../../platform/database/rows.server.ts";
import { inBatch } from "../../platform/jobs/batch.server.ts";
import { consumeAttempt } from "../../platform/limits/limits.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import { encodePicture } from "../catalogue/pictures/encode.server.ts";
import { cleanPicture, type PictureRefusal } from "../catalogue/pictures/save-picture.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { maxReviewPhotos, type PhotoSize, photoWidths, type ReviewPhoto } from "./reviews.ts";
import { deletedReviewPhoto, review, reviewPhoto } from "./tables.server.ts";

/** Encoding pictures is expensive, and a customer edits a review once or twice. */
const tries = { most: 20, minutes: 60 };

type NewPhoto = ReviewPhoto & { key: string; files: Record<PhotoSize, Buffer> };

/** A form's changes to a review's photos: uploaded files, and the ids of photos to remove. */
export type PhotoChange = { add: Buffer[]; remove: string[] };

export type PhotoRefusal = PictureRefusal | "too-many-photos" | "too-often";

/** The photos of a review, in their order, as a field of a select. */
export function photosOf(reviewId: SQL): SQL<ReviewPhoto[]> {
  const { id, width, height, tint } = reviewPhoto;
  return jsonRows(
    { id, width, height, tint },
    {
      alias: "p",
      from: sql`review_photo p where p.review_id = ${reviewId}`,
      order: sql`p.position`,
    },
  );
}

/** In lower case only, as files are named: the database would find another spelling, and the storage would not. */
const photoId = z.uuid().lowercase();

const fileKey = (id: string, size: PhotoSize) => `review-photos/${id}/${photoWidths[size]}.webp`;

/**
 * Sanitises uploaded photos (`cleanPicture`: 8 MB each, no metadata) in the two sizes in which they are shown, in
 * memory. Duplicates are merged. Refused: 'too-many-photos', 'too-often' (more than 20 forms with photos in an
 * hour), and refusals of `cleanPicture`.
 */
export async function encodePhotos(
  ports: Pick<Services, "db" | "storage">,
  { id: userId }: Customer,
  files: Buffer[],
): Promise<Done<NewPhoto[]> | Refused<PhotoRefusal>> {
  if (files.length === 0) return done([]);
  if (files.length > maxReviewPhotos) return refused("too-many-photos");
  if (!(await consumeAttempt(ports, [{ what: "review-photos:account", who: userId, ...tries }])))
    return refused("too-often");
  if (await ports.storage.isFull()) return refused("no-space");
  const photos = new Map<string, NewPhoto>();
  for (const file of files) {
    const clean = await cleanPicture(file);
    if (!clean.ok) return clean;
    const { key, data, width, height, tint } = clean.value;
    const shrink = Math.min(1, photoWidths.large / width);
    photos.set(key, {
      id: randomUUID(),
      key,
      tint,
      width: Math.round(width * shrink),
      height: Math.max(1, Math.round(height * shrink)),
      files: {
        small: await encodePicture(data, photoWidths.small, "webp"),
        large: await encodePicture(data, photoWidths.large, "webp"),
      },
    });
  }
  return done([...photos.values()]);
}

/** Stores the files of new photos, before their rows are written. */
export async function putPhotos({ storage }: Pick<Services, "storage">, photos: NewPhoto[]): Promise<void> {
  for (const { id, files } of photos) {
    await storage.put(fileKey(id, "small"), files.small);
    await storage.put(fileKey(id, "large"), files.large);
  }
}

/** Deletes the files of photos. */
export async function deletePhotoFiles(
  { storage }: Pick<Services, "storage">,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await storage.delete(fileKey(id, "small"));
    await storage.delete(fileKey(id, "large"));
  }
}

/**
 * Whether a line's review would have more photos than it may after a change. Call it in the transaction that changes
 * them, with the order line locked.
 */
export async function tooManyPhotos(
  tx: Db,
  lineId: string,
  photos: NewPhoto[],
  remove: string[],
): Promise<boolean> {
  const before = await tx
    .select({ id: reviewPhoto.id, key: reviewPhoto.key })
    .from(reviewPhoto)
    .innerJoin(review, eq(review.id, reviewPhoto.reviewId))
    .where(eq(review.orderLineId, lineId));
  const left = before.filter(({ id }) => !remove.includes(id));
  return new Set([...left, ...photos].map(({ key }) => key)).size > maxReviewPhotos;
}

/**
 * Removes photos from a review and adds the new ones, except those that it already has. Out: the ids that were
 * added. The caller has checked `tooManyPhotos`, and writes the review, which announces the change.
 */
export async function changePhotos(
  tx: Db,
  reviewId: string,
  photos: NewPhoto[],
  remove: string[],
): Promise<string[]> {
  const ids = remove.filter((id) => z.uuid().safeParse(id).success);
  if (ids.length > 0)
    await tx.execute(
      sql`delete from review_photo where review_id = ${reviewId} and id = any(${sql.param(ids)}::uuid[])`,
    );
  const added: string[] = [];
  for (const { id, key, width, height, tint } of photos) {
    const { rows } = await tx.execute(sql`
      insert into review_photo (id, review_id, position, key, width, height, tint)
      select ${id}::uuid, ${reviewId}::uuid, min(free), ${key}, ${width}::integer, ${height}::integer, ${tint}
      from generate_series(0, ${maxReviewPhotos - 1}::integer) free
      where free not in (select position from review_photo where review_id = ${reviewId}) having min(free) is not null
      on conflict (review_id, key) do nothing returning id`);
    if (rows.length > 0) added.push(id);
  }
  return added;
}

/**
 * A photo's file, WebP. In: id and size from an address, the viewer (null: a guest) and whether they moderate reviews.
 * Out: the file, and whether it is public; null for an unknown photo, and for photos of a hidden review unless the
 * viewer is its author or staff.
 */
export async function readReviewPhoto(
  { db, storage }: Pick<Services, "db" | "storage">,
  { id, size, userId, staff }: { id: string; size: PhotoSize; userId: string | null; staff: boolean },
): Promise<{ file: Buffer; isPublic: boolean } | null> {
  if (!photoId.safeParse(id).success) return null;
  const [found] = await db
    .select({ status: review.status })
    .from(reviewPhoto)
    .innerJoin(review, eq(review.id, reviewPhoto.reviewId))
    .where(
      and(
        eq(reviewPhoto.id, id),
        or(eq(review.status, "published"), sql`${staff}`, sql`${review.userId} = ${userId}::uuid`),
      ),
    );
  const stored = found && (await storage.get(fileKey(id, size)));
  return stored ? { file: await buffer(stored.body), isPublic: found.status === "published" } : null;
}

/**
 * Deletes the files of deleted photo rows, at most 500 at once, in any order, so that files that cannot be deleted keep
 * no others waiting. An idempotent job.
 */
export async function deleteRemovedPhotos(ports: Pick<Services, "db" | "storage" | "log">): Promise<void> {
  const gone = await ports.db.select().from(deletedReviewPhoto).orderBy(sql`random()`).limit(500);
  await inBatch(gone, {
    what: "deleting the files of removed review photos",
    log: ports.log,
    nameOf: ({ id }) => `photo ${id}`,
    async work({ id }) {
      await deletePhotoFiles(ports, [id]);
      await ports.db.delete(deletedReviewPhoto).where(eq(deletedReviewPhoto.id, id));
    },
  });
}
