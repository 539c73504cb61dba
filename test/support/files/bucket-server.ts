import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

/**
 * As much of Amazon's S3 as a test needs, in memory: whole objects under one bucket, lists of two names a page (list
 * type 2), 403 for another key than `keyId`. `failures`: how many of the next requests it fails with 503.
 * docs/scaling.md names the independent server that the shop was tested against.
 */
export async function bucketServer(keyId: string) {
  const objects = new Map<string, Buffer>();
  const state = { failures: 0 };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://bucket.test");
    const body = await buffer(request);
    const answer = (status: number, content: string | Buffer = "") =>
      response
        .writeHead(status, {
          "Last-Modified": "Sun, 22 Nov 2026 06:00:00 GMT",
          "Content-Length": Buffer.byteLength(content),
        })
        .end(content);
    if (state.failures > 0) {
      state.failures--;
      return answer(503);
    }
    if (!request.headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${keyId}/`))
      return answer(403);
    const name = pathname.replace(/^\/bucket\//, "");
    const found = objects.get(name);
    if (name === "")
      return answer(200, listOf([...objects.keys()].sort(), searchParams.get("start-after") ?? ""));
    if (request.method === "PUT") objects.set(name, body);
    if (request.method === "DELETE") objects.delete(name);
    if (request.method === "PUT" || request.method === "DELETE") return answer(204);
    return found ? answer(200, found) : answer(404, "<Error><Code>NoSuchKey</Code></Error>");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const at = server.address();
  if (at === null || typeof at === "string") throw new Error("The server listens on no port.");
  const url = `http://127.0.0.1:${at.port}/bucket`;
  return { url, state, close: () => new Promise((done) => server.close(done)) };
}

function listOf(names: string[], after: string): string {
  const rest = names.filter((name) => name > after);
  const keys = rest.slice(0, 2).map((name) => `<Contents><Key>${encodeURIComponent(name)}</Key></Contents>`);
  return `<ListBucketResult>${keys.join("")}<IsTruncated>${rest.length > 2}</IsTruncated></ListBucketResult>`;
}
