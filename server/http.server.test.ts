import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { precompress } from "../scripts/built/precompress.mjs";
import { type ServedShop, serveShop } from "../test/support/served-shop.server.ts";
import { type TestShop, testShop } from "../test/support/test-shop.server.ts";
import { compress } from "./compress.server.ts";
import { staticFiles } from "./static-files.server.ts";

let shop: TestShop;
let served: ServedShop;
let folder: string;
const script = `export const words = "${"again and ".repeat(300)}";`;

beforeAll(async () => {
  shop = await testShop();
  folder = mkdtempSync(join(tmpdir(), "campus-style-files-"));
  mkdirSync(join(folder, "client/assets"), { recursive: true });
  mkdirSync(join(folder, "client/.vite"));
  mkdirSync(join(folder, "client/mail"));
  writeFileSync(join(folder, "client/mail/mark.png"), "png");
  writeFileSync(join(folder, "secret.txt"), "outside");
  writeFileSync(join(folder, "client/.vite/manifest.json"), "{}");
  writeFileSync(join(folder, "client/assets/page-Ab12.js"), script);
  writeFileSync(join(folder, "client/assets/app-Ab12cd34.css"), "body{}");
  writeFileSync(join(folder, "client/favicon.svg"), "<svg/>");
  writeFileSync(join(folder, "client/assets/gone-Ab12.js"), script);
  writeFileSync(join(folder, "client/assets/half-Ab12.js"), script);
  precompress(join(folder, "client"));
  const application = async (asked: Request) => {
    const path = new URL(asked.url).pathname;
    if (path === "/broken") throw new Error("a bug");
    if (path === "/slow") await new Promise((later) => setTimeout(later, 700));
    const words = path === "/long" ? "words ".repeat(1_000) : `page ${asked.headers.get("x-client-address")}`;
    return compress(asked, new Response(words, { headers: { "Content-Type": "text/html" } }));
  };
  served = await serveShop(shop, {
    application,
    files: staticFiles(join(folder, "client"), {
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
    }),
  });
});
afterAll(async () => {
  await served.close();
  await shop.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** A request exactly as written: fetch would normalise the path and decompress the response. */
function raw(path: string, headers: Record<string, string> = {}, method = "GET") {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (done, fail) => {
      const { hostname, port } = new URL(served.address);
      const asked = request({ hostname, port, path, headers, method, agent: false }, async (answer) => {
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(await answer.toArray()),
        });
      });
      asked.once("error", fail).end();
    },
  );
}

describe("built files", () => {
  test("are sent in the smallest encoding that the browser accepts, and may be cached for a year", async () => {
    const packed = await raw("/assets/page-Ab12.js", { "Accept-Encoding": "gzip, br" });
    expect(packed.status).toBe(200);
    expect(packed.headers).toMatchObject({
      "content-encoding": "br",
      "content-type": "text/javascript",
      "cache-control": "public, max-age=31536000, immutable",
      "content-length": String(packed.body.length),
      vary: "Accept-Encoding",
      "x-content-type-options": "nosniff",
    });
    expect(packed.body.length).toBeLessThan(200);
    const plain = await raw("/assets/page-Ab12.js");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body.toString()).toBe(script);
  });

  test("are answered with 304 when the client has them, and HEAD sends no body", async () => {
    const { headers } = await raw("/favicon.svg");
    expect(headers["cache-control"]).toBe("public, max-age=3600");
    const again = await raw("/favicon.svg", { "If-None-Match": String(headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await raw("/favicon.svg", {}, "HEAD");
    expect([head.status, head.headers["content-length"], head.body.length]).toEqual([200, "6", 0]);
  });

  test.each([
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/.vite/manifest.json",
  ])("%s serves no file", async (path) => {
    const answer = await raw(path);
    expect(answer.body.toString()).not.toMatch(/outside|\{\}/);
    expect(answer.headers["content-type"]).toMatch(/^text\/(html|plain)/);
  });

  test("that are gone since the start, as while a new version is built, are not found, and the server goes on", async () => {
    for (const encoding of ["", ".br", ".gz"])
      rmSync(join(folder, `client/assets/gone-Ab12.js${encoding}`), { force: true });
    const packed = { "Accept-Encoding": "br" };
    rmSync(join(folder, "client/assets/half-Ab12.js.br"));
    expect((await raw("/assets/half-Ab12.js", packed)).status).toBe(200);
    for (const encoding of ["br", "gzip", "identity"])
      expect((await raw("/assets/gone-Ab12.js", { "Accept-Encoding": encoding })).status).toBe(404);
    expect((await raw("/assets/page-Ab12.js")).status).toBe(200);
  });

  test("only the pictures of emails may be embedded by other sites", async () => {
    const policy = async (path: string) => (await raw(path)).headers["cross-origin-resource-policy"];
    expect(await policy("/mail/mark.png")).toBe("cross-origin");
    expect(await policy("/favicon.svg")).toBe("same-origin");
  });

  test("a script of an older build is answered with 404 and may not be stored", async () => {
    const answer = await raw("/assets/page-Old1.js");
    expect([answer.status, answer.headers["cache-control"]]).toEqual([404, "no-store"]);
  });

  test("a request for another build's style sheet gets this build's, which may not be stored", async () => {
    const answer = await raw("/assets/app-Old_2-3x.css");
    expect([answer.status, answer.body.toString()]).toEqual([200, "body{}"]);
    expect(answer.headers).toMatchObject({
      "cache-control": "no-store",
      "content-type": "text/css",
    });
    expect((await raw("/assets/other-Old_2-3x.css")).status).toBe(404);
  });
});

describe("requests", () => {
  test.each(["/%E0%A4%A", "/a%00b", `/${"x".repeat(6_000)}`, "http://elsewhere.example/"])(
    "%s is answered with a 4xx",
    async (path) => {
      const { status } = await raw(path);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    },
  );

  test("too long headers, unsupported methods and invalid hosts are answered with a 4xx", async () => {
    expect((await raw("/", { "X-Long": "x".repeat(20_000) })).status).toBe(431);
    expect((await raw("/", {}, "PROPFIND")).status).toBe(405);
    expect((await raw("/", { Host: "a b" })).status).toBe(400);
  });

  test("a request with two Host headers is refused", async () => {
    const { hostname, port } = new URL(served.address);
    const socket = connect(Number(port), hostname);
    socket.end("GET / HTTP/1.1\r\nHost: one.example\r\nhost: two.example\r\nConnection: close\r\n\r\n");
    const answer = Buffer.concat(await socket.toArray()).toString();
    expect(answer.split("\r\n", 1)[0]).toBe("HTTP/1.1 400 Bad Request");
  });

  test("the application gets the address of the connection, whatever the request's headers claim", async () => {
    const answer = await raw("/", { "X-Client-Address": "6.6.6.6", "X-Forwarded-For": "6.6.6.6" });
    expect(answer.body.toString()).toBe("page 127.0.0.1");
  });

  test("a long page is compressed, a short one is not", async () => {
    const long = await raw("/long", { "Accept-Encoding": "br" });
    expect([long.headers["content-encoding"], long.headers.vary]).toEqual(["br", "Accept-Encoding"]);
    expect(long.body.length).toBeLessThan(300);
    expect((await raw("/long", { "Accept-Encoding": "gzip" })).headers["content-encoding"]).toBe("gzip");
    expect((await raw("/long")).headers["content-encoding"]).toBeUndefined();
  });

  test("health needs no database, readiness does", async () => {
    const lost = await testShop();
    await lost.dispose();
    const without = await serveShop(lost, { application: async () => new Response(), files: () => false });
    expect((await fetch(`${without.address}/health`)).status).toBe(200);
    expect((await fetch(`${without.address}/ready`)).status).toBe(503);
    expect((await fetch(`${served.address}/ready`)).status).toBe(200);
    await without.close();
  });
});

test("after a stop it finishes requests in flight and accepts no new ones", async () => {
  const { promise: isAsked, resolve: tellAsked } = Promise.withResolvers<void>();
  const slow = async () => {
    tellAsked();
    await new Promise((later) => setTimeout(later, 500));
    return new Response("finished");
  };
  const other = await serveShop(shop, { application: slow, files: () => false });
  const running = fetch(other.address);
  await isAsked;
  const closed = other.close();
  await expect(fetch(other.address)).rejects.toThrow();
  expect(await (await running).text()).toBe("finished");
  await closed;
});
