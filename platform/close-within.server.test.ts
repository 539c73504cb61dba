import { expect, test, vi } from "vitest";
import { closeWithin } from "./close-within.server.ts";
import { makeLog } from "./log.server.ts";

test("a resource that does not close in time or fails to close is logged, and nothing is thrown", async () => {
  const log = makeLog({ level: "silent", json: true });
  const warn = vi.spyOn(log, "warn");
  await closeWithin(20, log, "the pool", new Promise(() => undefined));
  expect(warn.mock.calls).toEqual([["the pool did not close within 0.02 s and is left open"]]);
  await closeWithin(20, log, "the pool", Promise.reject(new Error("cut")));
  expect(warn.mock.lastCall?.[1]).toBe("the pool could not be closed");
  await closeWithin(20, log, "the pool", Promise.resolve());
  expect(warn.mock.calls).toHaveLength(2);
});
