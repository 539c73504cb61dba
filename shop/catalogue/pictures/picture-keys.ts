import type { MediaFormat } from "../picture-address.ts";

/** The storage key of the original picture. */
export function originalKey(key: string): string {
  return `pictures/${key}/original`;
}

/** Whether the file of a key is derived and can be encoded again from the original. */
export function isServedKey(key: string): boolean {
  return /^pictures\/[^/]+\/(?:\d+|brand-[a-z0-9]+)\.[a-z]+$/.test(key);
}

/** The storage key of a picture in one width and format. */
export function servedKey(key: string, width: number, format: MediaFormat): string {
  return `pictures/${key}/${width}.${format}`;
}
