import { request as ask } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { makePageCache, type PageCache } from "../../../server/page-cache/page-cache.server.ts";
import { makeApplication } from "../built.server.ts";
import { eventually } from "../eventually.ts";
import { type ServedShop, serveShop } from "../served-shop.server.ts";
import { type TestShop, testShop } from "../test-shop.server.ts";

export type Sent = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
};

/** Sends a request as it is written, also where fetch would normalise it. */
export function sendTo(
  address: string,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<Sent> {
  const { port } = new URL(address);
  return new Promise((resolve, reject) => {
    const sent = ask({ port, host: "127.0.0.1", path, headers, method, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** The demo shop, served with its pages in memory, for the tests of one file. */
export function openCachedShop() {
  const parts: { shop?: TestShop; served?: ServedShop; pages?: PageCache } = {};
  const drawn: string[] = [];
  const holding: { until: Promise<void> | undefined } = { until: undefined };
  const held: string[] = [];
  beforeAll(async () => {
    const shop = await testShop({ seed: true });
    const inner = makeApplication(shop.services, new AbortController().signal);
    const application = async (request: Request) => {
      const path = new URL(request.url).pathname + new URL(request.url).search;
      const { until } = holding;
      drawn.push(path);
      const answer = await inner(request);
      if (until) held.push(path);
      await until;
      return answer;
    };
    const pages = makePageCache({ services: shop.services, application, publicUrl: null, megabytes: 64 });
    Object.assign(parts, { shop, pages, served: await serveShop(shop, { application, pages }) });
    await eventually(() => expect(shop.services.live.listening()).toBe(true));
  });
  beforeEach(() => {
    drawn.splice(0);
    held.splice(0);
    holding.until = undefined;
  });
  afterAll(async () => {
    parts.pages?.close();
    await parts.served?.close();
    await parts.shop?.dispose();
  });
  const opened = () => {
    if (!parts.shop || !parts.served) throw new Error("The shop is open inside of tests only");
    return { shop: parts.shop, address: parts.served.address };
  };
  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    sendTo(opened().address, path, headers, method);
  return {
    get shop() {
      return opened().shop;
    },
    get address() {
      return opened().address;
    },
    /** The paths that the application rendered in this test; a page from the cache does not reach it. */
    drawn,
    /** A render that begins while `until` is set waits for it at its end. */
    holding,
    /** The paths of the renders that have come to that wait. */
    held,
    /** Resolves when a change event of this topic and id has come, and the page cache has applied it. */
    async announced(topic: string, id: string): Promise<void> {
      await new Promise<void>((resolve) => {
        const stop = opened().shop.services.live.subscribe(topic, (change) => {
          if (change.id !== id) return;
          stop();
          resolve();
        });
      });
      // It collects events for 50 ms.
      await new Promise((later) => setTimeout(later, 100));
    },
    get,
    textOf: async (path: string, headers: Record<string, string> = {}) =>
      (await get(path, headers)).body.toString(),
    async productId(slug: string): Promise<string> {
      const { rows } = await opened().shop.services.db.execute(
        sql`select id from product where slug = ${slug}`,
      );
      return String(rows[0]?.id);
    },
  };
}
