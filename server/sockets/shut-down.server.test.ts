import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { closeGracefully } from "./shut-down.server.ts";

test("a response that never ends is cut off in time, also when the machine's clock is set back meanwhile", async () => {
  const server = createServer((_request, response) => void response.write("begun")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  vi.useFakeTimers({ toFake: ["Date", "performance", "setInterval", "clearInterval"] });
  onTestFinished(() => {
    vi.useRealTimers();
    server.closeAllConnections();
  });
  const closed = closeGracefully(server);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(8_200);
  expect(server.listening).toBe(false);
  await expect(answer.text()).rejects.toThrow();
  await closed;
}, 10_000);
