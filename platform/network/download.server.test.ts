import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { publicDownload } from "./download.server.ts";

const open: { close: () => void }[] = [];
afterAll(() => {
  for (const server of open) server.close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  open.push({ close: () => server.closeAllConnections() });
  open.push(server);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

const limits = { maxBytes: 1_000, timeoutMs: 500 };

test("a file comes, also over redirects on allowed origins", async () => {
  const origin = await serve((request, response) => {
    if (request.url === "/a") response.writeHead(302, { Location: "/b" }).end();
    else response.end("picture");
  });
  const download = publicDownload({ allowed: [origin] });
  expect(await download(`${origin}/a`, limits)).toEqual({ ok: true, value: Buffer.from("picture") });
});

test("nothing inside the network is reached: not by an address, a name or a redirect", async () => {
  let reached = 0;
  const inside = await serve((_, response) => {
    reached++;
    response.end("secret");
  });
  const outside = await serve((request, response) => {
    const to = request.url === "/name" ? "https://inside.example.com/" : inside;
    response.writeHead(302, { Location: to }).end();
  });
  const toInside = (hostname: string, _: unknown, found: (error: Error | null, address: string) => void) =>
    found(new Error(`${hostname} is not on the public internet`), "");
  const download = publicDownload({ allowed: [outside], lookup: toInside });
  const refused = (why: string) => ({ ok: false, refused: why });
  const addresses = [
    inside,
    "http://localhost/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[::1]/",
  ];
  for (const address of [...addresses, "file:///etc/passwd", "https://a:b@example.com/", "nonsense"])
    expect(await download(address, limits), address).toEqual(refused("not-public"));
  expect(await download(`${outside}/address`, limits)).toEqual(refused("not-public"));
  expect(await download(`${outside}/name`, limits)).toEqual(refused("unreachable"));
  expect(reached).toBe(0);
});

test("what is too large, too slow, gone or endless is refused", async () => {
  const origin = await serve((request, response) => {
    if (request.url === "/large") response.end(Buffer.alloc(1_001));
    else if (request.url === "/stream") {
      response.writeHead(200);
      const timer = setInterval(() => response.write(Buffer.alloc(400)), 5);
      response.on("close", () => clearInterval(timer));
    } else if (request.url === "/gone") response.writeHead(404).end();
    else if (request.url === "/circle") response.writeHead(301, { Location: "/circle" }).end();
    else if (request.url === "/cut") {
      response.writeHead(200, { "Content-Length": "500" });
      response.write("half");
      setTimeout(() => response.destroy(), 20);
    } else response.writeHead(200).write("slow");
  });
  const download = publicDownload({ allowed: [origin] });
  const why = async (path: string) => {
    const answer = await download(origin + path, limits);
    return answer.ok ? "came" : answer.refused;
  };
  const paths = ["/large", "/stream", "/gone", "/circle", "/cut", "/slow"];
  expect(await Promise.all(paths.map(why))).toEqual([
    "too-large",
    "too-large",
    "not-there",
    "not-there",
    "unreachable",
    "too-slow",
  ]);
});
