import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { AwsClient } from "aws4fetch";
import { isStorageKey, type Storage, storageKey } from "./storage.server.ts";

/** A bucket that speaks Amazon's S3, there or at another provider. `url` without a slash at the end. */
export type BucketConfig = { url: string; region: string | undefined; keyId: string; secret: string };

/** A picture of 40 MB on a slow line; a server that says nothing is not waited for longer. */
const timeoutMs = 30_000;
const isMissing = "The bucket is not there (404)";

/**
 * Files in object storage, for a shop of several machines (docs/scaling.md). A bucket that is busy or has failed (429,
 * 5xx) is asked up to three times more; then, and for any other refusal, it throws. A file is held in memory while it
 * is put: S3 wants to know its length first.
 * Out: what a Storage does, but for the room on a disk, which a bucket does not have.
 */
export function bucketStorage({
  url,
  region,
  keyId,
  secret,
}: BucketConfig): Omit<Storage, "freeBytes" | "isFull"> {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: "s3",
    ...(region && { region }),
    retries: 3,
  });
  /** Asks for one key, or for the bucket itself; undefined: it is not there. */
  async function ask(method: string, path: string, body?: Uint8Array<ArrayBuffer>) {
    const answer = await client.fetch(url + path, {
      method,
      ...(body && { body }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status === 404) return undefined;
    throw new Error(`The bucket answers ${answer.status} to ${method} ${path}`);
  }
  const at = (key: string) => `/${storageKey(key)}`;
  return {
    async put(key, content) {
      const place = at(key);
      if (!(await ask("PUT", place, new Uint8Array(await bytesOf(content))))) throw new Error(isMissing);
    },
    async get(key) {
      const answer = await ask("GET", at(key));
      if (!answer?.body) return undefined;
      return {
        size: lengthOf(answer.headers, key),
        modified: new Date(answer.headers.get("Last-Modified") ?? 0),
        body: Readable.from(answer.body, { objectMode: false }),
      };
    },
    async has(key) {
      return (await ask("HEAD", at(key))) !== undefined;
    },
    async delete(key) {
      await ask("DELETE", at(key));
    },
    async *keys() {
      let after = "";
      for (;;) {
        const query = new URLSearchParams({ "list-type": "2", "encoding-type": "url", "start-after": after });
        const list = await (await ask("GET", `/?${query}`))?.text();
        if (list === undefined) throw new Error(isMissing);
        const found = [...list.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) =>
          decodeURIComponent(key.replaceAll("+", " ")),
        );
        yield* found.filter(isStorageKey);
        const last = found.at(-1);
        if (last === undefined || !list.includes("<IsTruncated>true</IsTruncated>")) return;
        after = last;
      }
    },
  };
}

function bytesOf(content: Uint8Array | Readable): Promise<Uint8Array> | Uint8Array {
  return content instanceof Readable ? buffer(content) : content;
}

function lengthOf(headers: Headers, key: string): number {
  const length = headers.get("Content-Length");
  if (length === null) throw new Error(`The bucket does not say how long ${key} is`);
  return Number(length);
}
