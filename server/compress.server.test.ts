import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compress } from "./compress.server.ts";

const asked = new Request("http://shop.test/", { headers: { "Accept-Encoding": "br" } });
const bytes = (text: string) => new TextEncoder().encode(text);

test("a page rendered in chunks arrives in chunks", async () => {
  let draw: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      draw = controller;
    },
  });
  const answer = await compress(asked, new Response(body, { headers: { "Content-Type": "text/html" } }));
  const reader = answer.body?.getReader();
  draw?.enqueue(bytes("<h1>first</h1>"));
  const first = await reader?.read();
  expect(first?.value?.length).toBeGreaterThan(0);
  draw?.enqueue(bytes("<p>second</p>"));
  draw?.close();
  const rest = [first?.value ?? new Uint8Array()];
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) rest.push(next.value);
  expect(brotliDecompressSync(Buffer.concat(rest)).toString()).toBe("<h1>first</h1><p>second</p>");
});

test("a client that disconnects cancels the rendering", async () => {
  const cancelled = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytes("more ".repeat(1_000))),
    cancel: () => cancelled.resolve(),
  });
  const answer = await compress(asked, new Response(body, { headers: { "Content-Type": "text/html" } }));
  const reader = answer.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await expect(cancelled.promise).resolves.toBeUndefined();
});

test.each([
  ["an event stream", { "Content-Type": "text/event-stream" }],
  ["a picture", { "Content-Type": "image/webp" }],
  ["a response that is already compressed", { "Content-Type": "text/html", "Content-Encoding": "gzip" }],
])("%s is not compressed", async (_, headers) => {
  const answer = new Response("x".repeat(5_000), { headers });
  expect(await compress(asked, answer)).toBe(answer);
});

test("JSON is compressed as a whole, with its length, and not compressed when it is short", async () => {
  const long = { words: "kurta ".repeat(1_000) };
  const packed = await compress(asked, Response.json(long));
  const body = Buffer.from(await packed.arrayBuffer());
  expect(packed.headers.get("Content-Length")).toBe(String(body.length));
  expect(JSON.parse(brotliDecompressSync(body).toString())).toEqual(long);
  const short = await compress(asked, Response.json({ words: "kurta" }));
  expect(short.headers.get("Content-Encoding")).toBeNull();
  expect(await short.json()).toEqual({ words: "kurta" });
});

test("a page's strong ETag becomes a weak one, because compression changes the bytes", async () => {
  const answer = new Response("x".repeat(5_000), { headers: { "Content-Type": "text/html", ETag: '"1"' } });
  expect((await compress(asked, answer)).headers.get("ETag")).toBe('W/"1"');
});

test.each([
  ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
])("with %s accepted, a page of known length is compressed with %s", async (accepted, encoding, unpack) => {
  const page = `<h1>${"kurta ".repeat(1_000)}</h1>`;
  const headers = { "Content-Type": "text/html", "Content-Length": String(page.length) };
  const request = new Request("http://shop.test/", { headers: { "Accept-Encoding": accepted } });
  const answer = await compress(request, new Response(page, { headers }));
  const body = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get("Content-Encoding")).toBe(encoding);
  expect(answer.headers.get("Content-Length")).toBe(String(body.length));
  expect(unpack(body).toString()).toBe(page);
});
