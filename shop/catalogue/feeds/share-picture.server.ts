import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Services } from "../../../platform/services.server.ts";
import type { Storage } from "../../../platform/storage/storage.server.ts";
import { withEncoderSlot } from "../pictures/encode.server.ts";
import { originalKey } from "../pictures/picture-keys.ts";
import type { ProductPage } from "../product.ts";
import { drawSharePicture } from "./draw-share-picture.server.ts";

/** The version of the layout: a new one redraws all pictures. */
const style = "1";
/** More waiting requests than this are refused. */
const maxWaiting = 20;

const making = new Map<string, Promise<Buffer>>();

/**
 * The preview picture of a product with its name and price: drawn at the first request and stored under a tag of its
 * content, so that a new price gives a new picture. In: the product page, the shop's name. Out: a JPEG and its tag;
 * `busy` when too many are being drawn.
 */
export async function sharePicture(
  { storage }: { storage: Services["storage"] },
  product: Pick<ProductPage, "name" | "brand" | "price" | "pictures">,
  shopName: string,
): Promise<{ bytes: Buffer; tag: string } | "busy"> {
  const { name, brand, price, pictures } = product;
  const words = { shopName, name, brand, price };
  const [first] = pictures;
  const tag = createHash("sha256")
    .update(JSON.stringify([style, words, first?.key ?? null]))
    .digest("hex")
    .slice(0, 32);
  const key = `share/${tag}.jpg`;
  const stored = await read(storage, key);
  if (stored) return { bytes: stored, tag };
  const before = making.get(key);
  if (before) return { bytes: await before, tag };
  if (making.size >= maxWaiting) return "busy";
  const made = withEncoderSlot(async () => {
    const bytes = await drawSharePicture(words, first ? await read(storage, originalKey(first.key)) : null);
    await storage.put(key, bytes);
    return bytes;
  }).finally(() => making.delete(key));
  making.set(key, made);
  return { bytes: await made, tag };
}

async function read(storage: Storage, key: string): Promise<Buffer | null> {
  const stored = await storage.get(key);
  return stored ? buffer(stored.body) : null;
}
