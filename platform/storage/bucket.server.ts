import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { AwsClient } from "aws4fetch";
import { isStorageKey, type Storage, storageKey } from "./storage.server.ts";

/** An S3-compatible bucket. `url` without a trailing slash. */
export type BucketConfig = { url: string; region: string | undefined; keyId: string; secret: string };

/** Enough for a 40 MB file on a slow line. */
const timeoutMs = 30_000;
const isMissing = "The bucket is not there (404)";

/**
 * Files in object storage, for a shop on several machines (docs/scaling.md). 429 and 5xx are retried up to three
 * times; then, and for any other refusal, it throws. Files are buffered in memory while uploading, because S3 needs
 * their length. Out: a Storage without free space figures.
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
  /** Requests one key, or the bucket itself; undefined: not found. */
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
