import { expect, test } from "vitest";
import { makeChangeListeners } from "../../platform/live/change-listeners.ts";
import { makeLog } from "../../platform/log.server.ts";
import { type Entry, entryOf } from "./entry.server.ts";
import { expireChanged } from "./expire-changed.server.ts";
import { makeLruStore } from "./lru-store.ts";

test("a page expires once its change is due, also when the process could not run its timers", async () => {
  const listeners = makeChangeListeners(makeLog({ level: "silent", json: true }));
  const store = makeLruStore(100_000);
  const answer = new Response("₹777", { headers: { "Content-Type": "text/html" } });
  const page = await entryOf(answer, { shows: "list", madeAt: 0, until: 1, staleUntil: 1, more: [] });
  if (!page) throw new Error("no entry");
  store.put("/shop", page);
  const expired: Entry[] = [];
  const expiring = expireChanged(
    {
      live: { listening: () => true, subscribe: listeners.add },
    },
    {
      store,
      renders: { expire: (entry) => expired.push(entry), invalidate: () => undefined },
      schedule: { forget: () => undefined },
    },
    () => undefined,
  );
  listeners.notify({ topic: "products", id: "1" });
  expiring.applyDue();
  expect(expired).toEqual([]);
  // Blocks the thread, so that no timer runs.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
  expiring.applyDue();
  expect(expired).toEqual([page]);
  expiring.stop();
});
