import { buffer } from "node:stream/consumers";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { z } from "zod";
import { cutText } from "../../../platform/text/cut-text.ts";
import { headerRefusal } from "../../catalogue/pictures/save-picture.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";

const max = { files: 5_000, bytesEach: 8 * 1024 * 1024, bytesTotal: 1024 * 1024 * 1024 };
const pictureName = /\.(jpe?g|png|webp|avif)$/;

const skipReasons = [
  "picture-too-big",
  "picture-too-many-pixels",
  "picture-not-supported",
  "picture-animated",
  "picture-broken",
  "no-space",
  "no-picture-name",
  "encrypted",
] as const;

/**
 * The content of a ZIP, file by file: a picture with its bytes, or a rejected file with the reason. Or why the ZIP is
 * refused.
 */
export const zipMessageShape = z.union([
  z.object({ name: z.string(), content: z.instanceof(Uint8Array) }),
  z.object({ skipped: z.object({ name: z.string(), why: z.enum(skipReasons) }) }),
  z.object({ refused: z.literal("zip-broken") }),
]);
export type ZipMessage = z.infer<typeof zipMessageShape>;
export type SkipReason = (typeof skipReasons)[number];

/**
 * Reads the pictures of a ZIP whose directory is valid (`listZip`). In: its bytes. Out: a message for each file; `name`
 * is the last path segment in lower case. If damage is found later, a refusal is the last message.
 */
export async function* readZip(bytes: Buffer): AsyncGenerator<ZipMessage, void> {
  try {
    const zip = await opened(bytes);
    for await (const entry of zip.eachEntry())
      if (!entry.fileName.endsWith("/")) yield await messageOf(zip, entry);
  } catch {
    yield { refused: "zip-broken" };
  }
}

/**
 * Reads only the directory of a ZIP, so that a ZIP bomb is refused before anything is unpacked. Out: its declared
 * unpacked size, which yauzl enforces. Refused: not a ZIP or a damaged one, more than 5,000 files, more than 1 GB
 * unpacked.
 */
export async function listZip(
  bytes: Buffer,
): Promise<Done<number> | Refused<"zip-broken" | "zip-too-many" | "zip-too-large">> {
  try {
    const zip = await opened(bytes);
    if (zip.entryCount > max.files) return refused("zip-too-many");
    let total = 0;
    for await (const entry of zip.eachEntry()) {
      total += entry.uncompressedSize;
      if (total > max.bytesTotal) return refused("zip-too-large");
    }
    return done(total);
  } catch {
    return refused("zip-broken");
  }
}

/** The name of a file of a ZIP in an import, without its folder. */
export function pictureNameOf(path: string): string {
  return (path.split("/").at(-1) ?? "").toLowerCase();
}

async function messageOf(zip: ZipFile, entry: Entry): Promise<ZipMessage> {
  const name = pictureNameOf(entry.fileName);
  const skipped = (why: SkipReason) => ({ skipped: { name: cutText(entry.fileName, 200), why } });
  if (!pictureName.test(name) || name.length > 200) return skipped("no-picture-name");
  if (entry.isEncrypted()) return skipped("encrypted");
  if (entry.uncompressedSize > max.bytesEach) return skipped("picture-too-big");
  const content = await buffer(await zip.openReadStreamPromise(entry));
  const refusal = await headerRefusal(content);
  return refusal ? skipped(refusal) : { name, content };
}

function opened(bytes: Buffer): Promise<ZipFile> {
  return fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
}
