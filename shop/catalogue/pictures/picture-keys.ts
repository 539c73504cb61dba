import type { MediaFormat } from "../picture-address.ts";

/** Where the whole picture lies in storage. In: its key. */
export function originalKey(key: string): string {
  return `pictures/${key}/original`;
}

/** Whether what lies under a key is made again from the whole picture when somebody asks for it. */
export function isServedKey(key: string): boolean {
  return /^pictures\/[^/]+\/\d+\.[a-z]+$/.test(key);
}

/** Where a picture lies in one width and format, once it has been asked for. */
export function servedKey(key: string, width: number, format: MediaFormat): string {
  return `pictures/${key}/${width}.${format}`;
}
