import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { admission } from "./admission.server.ts";
import { makeMetrics } from "./metrics.server.ts";

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A server that admits 8 requests by default and responds only when told to. */
async function slowServer({ most = 8, lag = (): number => 0 } = {}) {
  const gate = admission({ most, lag });
  const metrics = makeMetrics({ token: undefined, admission: gate, readings: [] });
  const waiting: ServerResponse[] = [];
  server = createServer((request, response) => {
    metrics.watch(request, response);
    if (request.url === "/metrics") return void metrics.answer(request, response);
    if (!gate.admit(request, response)) return;
    request.resume();
    waiting.push(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  return {
    gate,
    port,
    ask: (path: string, method = "GET", headers: Record<string, string> = {}) =>
      fetch(address + path, { method, headers, ...(method === "POST" && { body: "x=1" }) }),
    answerAll() {
      for (const response of waiting.splice(0)) response.end("done");
    },
  };
}

test("a request beyond the limit is refused at once; writes are admitted when reads are not", async () => {
  const { gate, ask, answerAll } = await slowServer();
  const looking = Array.from({ length: 6 }, () => ask("/shop"));
  await expect.poll(gate.inFlight).toBe(6);
  const refused = await ask("/shop", "GET", { Accept: "text/html" });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await refused.text()).toContain("very busy");
  const sending = [ask("/checkout", "POST"), ask("/checkout", "POST")];
  await expect.poll(gate.inFlight).toBe(8);
  expect((await ask("/checkout", "POST")).status).toBe(503);
  const listening = ask("/live?topic=products");
  answerAll();
  expect((await Promise.all([...looking, ...sending])).map(({ status }) => status)).toEqual(
    Array(8).fill(200),
  );
  await expect.poll(gate.inFlight).toBe(0);
  const after = ask("/shop");
  await expect.poll(gate.inFlight).toBe(1);
  answerAll();
  expect((await after).status).toBe(200);
  answerAll();
  expect((await listening).status).toBe(200);
  expect(gate.turnedAway()).toBe(2);
});

test("with a high event loop lag it admits fewer reads, and still all writes", async () => {
  let late = 0;
  const { gate, ask, answerAll } = await slowServer({ most: 100, lag: () => late });
  const first = Array.from({ length: 30 }, () => ask("/shop"));
  await expect.poll(gate.inFlight).toBe(30);
  late = 400;
  expect((await ask("/shop")).status).toBe(503);
  const order = ask("/checkout", "POST");
  await expect.poll(gate.inFlight).toBe(31);
  answerAll();
  expect((await Promise.all([...first, order])).map(({ status }) => status)).toEqual(Array(31).fill(200));
  await expect.poll(gate.inFlight).toBe(0);
  const few = Array.from({ length: 24 }, () => ask("/shop"));
  await expect.poll(gate.inFlight).toBe(24);
  answerAll();
  expect((await Promise.all(few)).map(({ status }) => status)).toEqual(Array(24).fill(200));
});

test("slowly arriving forms use no capacity", async () => {
  const { gate, port, ask, answerAll } = await slowServer();
  const drops = Array.from({ length: 20 }, () => connect(port, "127.0.0.1"));
  for (const drop of drops)
    drop.write("POST /checkout HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 1000\r\n\r\nx=");
  const order = ask("/checkout", "POST");
  await expect.poll(gate.inFlight).toBe(1);
  answerAll();
  expect((await order).status).toBe(200);
  for (const drop of drops) drop.destroy();
  await expect.poll(gate.inFlight).toBe(0);
});

test("metrics count responses by the first segment of known paths, and only this machine may read them", async () => {
  const { gate, ask, answerAll } = await slowServer();
  for (const path of ["/shop?q=asha@campus.test", "/asha-was-here", "/"]) {
    const answer = ask(path);
    await expect.poll(gate.inFlight).toBe(1);
    answerAll();
    await answer;
  }
  const text = await (await ask("/metrics")).text();
  expect(text).toMatch(/http_requests_total\{method="GET",part="shop",status="200",app="campus-style"\} 1/);
  expect(text).toMatch(/part="other",status="200"/);
  expect(text).toMatch(/part="home"/);
  expect(text).not.toContain("asha");
  expect(text).toContain("nodejs_eventloop_lag_seconds");
  expect((await ask("/metrics", "GET", { "X-Forwarded-For": "127.0.0.1" })).status).toBe(404);
});
