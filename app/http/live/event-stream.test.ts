import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type StreamState, transitions } from "./stream-states.ts";

/** The server: what changed when, by topic, and the streams that browsers hold. */
const server = { changes: [] as { topic: string; at: number }[], answers: "ready" as "ready" | "failed" };

/** The browser's event stream over that server. It answers after 50 ms. */
class Stream extends EventTarget {
  static CLOSED = 2;
  static held = new Set<Stream>();
  readyState = 0;
  readonly topics: string[];
  readonly age: number;
  readonly isRefused = server.answers === "failed";
  constructor(address: string) {
    super();
    const query = new URL(address, "http://shop.test").searchParams;
    this.topics = query.getAll("topic");
    this.age = Number(query.get("age"));
    Stream.held.add(this);
    setTimeout(() => this.answer(), 50);
  }
  answer() {
    if (!Stream.held.has(this)) return;
    if (this.isRefused) return this.fail();
    this.readyState = 1;
    const from = performance.now() - this.age;
    this.send("ready", { missed: server.changes.some(({ topic, at }) => at >= from && this.has(topic)) });
  }
  has(topic: string) {
    return this.topics.includes(topic);
  }
  fail() {
    if (Stream.held.has(this)) this.dispatchEvent(new Event("error"));
  }
  send(type: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
  close() {
    Stream.held.delete(this);
  }
}

function changed(topic: string) {
  server.changes.push({ topic, at: performance.now() });
  for (const stream of Stream.held)
    if (stream.readyState === 1 && stream.has(topic)) stream.send("change", { topic });
}

const tab = { hidden: false, onLine: true };

/** A new tab, which has loaded nothing yet, and a server where nothing has changed. */
function newTab() {
  vi.resetModules();
  vi.stubGlobal("window", Object.assign(new EventTarget(), { setTimeout, clearTimeout }));
  const seen = Object.defineProperty(new EventTarget(), "hidden", { get: () => tab.hidden });
  vi.stubGlobal("document", seen);
  vi.stubGlobal("navigator", Object.defineProperty({}, "onLine", { get: () => tab.onLine }));
  Object.assign(server, { changes: [], answers: "ready" });
  Object.assign(tab, { hidden: false, onLine: true });
  Stream.held.clear();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal("PerformanceNavigationTiming", class {});
  vi.stubGlobal("fetch", async () => new Response(null, { status: 503 }));
  newTab();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("events close together cause one reload, and not before the page cache has dropped the page", async () => {
  const { subscribeTo } = await import("./event-stream.ts");
  const read: number[] = [];
  const stop = subscribeTo(["settings"], () => read.push(performance.now()));
  vi.advanceTimersByTime(3_000);
  const start = performance.now();
  const readAt = () => read.splice(0).map((time) => time - start);
  const change = () => changed("settings");

  change();
  vi.advanceTimersByTime(1_000);
  expect(readAt()).toEqual([100]);

  // Events at 1,000 and 1,090 ms: the page cache drops the page up to 60 ms after the second.
  change();
  vi.advanceTimersByTime(90);
  change();
  vi.advanceTimersByTime(910);
  expect(readAt()).toEqual([1_150]);

  // From 2,000 ms, an event every 50 ms for three seconds: one reload a second, and one after the last event.
  for (let count = 0; count <= 60; count++) {
    change();
    vi.advanceTimersByTime(count < 60 ? 50 : 1_000);
  }
  expect(readAt()).toEqual([3_010, 4_010, 5_010, 5_060]);
  stop();
});

test("what stands beside the page asks for itself: its events leave the page alone, and those of the page leave it", async () => {
  const { subscribeTo } = await import("./event-stream.ts");
  const asked: string[] = [];
  const stops = [
    subscribeTo(["orders/all"], () => asked.push("counters"), true),
    subscribeTo(["settings"], () => asked.push("page")),
  ];
  vi.advanceTimersByTime(3_000);
  changed("orders/all");
  vi.advanceTimersByTime(1_000);
  expect(asked.splice(0)).toEqual(["counters"]);
  changed("settings");
  vi.advanceTimersByTime(1_000);
  expect(asked.splice(0)).toEqual(["page"]);
  for (const stop of stops) stop();
});

test.each([
  [
    "hidden for minutes",
    (hidden: boolean) => {
      tab.hidden = hidden;
      document.dispatchEvent(new Event("visibilitychange"));
    },
  ],
  [
    "with a server that is away for minutes",
    (away: boolean) => {
      server.answers = away ? "failed" : "ready";
      if (away) for (const stream of [...Stream.held]) stream.fail();
    },
  ],
])("a tab %s shows afterwards what changed meanwhile", async (_, be) => {
  const { subscribeTo } = await import("./event-stream.ts");
  const ask = vi.fn();
  const stop = subscribeTo(["cart"], ask);
  vi.advanceTimersByTime(3_000);
  be(true);
  vi.advanceTimersByTime(60_000);
  changed("cart");
  vi.advanceTimersByTime(60_000);
  expect(ask).not.toHaveBeenCalled();
  be(false);
  vi.advanceTimersByTime(15_000);
  expect(ask).toHaveBeenCalledTimes(1);
  stop();
});

describe("the table of states", () => {
  const states = Object.keys(transitions) as StreamState[];

  /** The states that events lead to from one, itself included. */
  function reachable(from: StreamState): Set<StreamState> {
    const found = new Set([from]);
    for (const state of found) for (const [next] of Object.values(transitions[state])) found.add(next);
    return found;
  }

  test.each(states)("from %s every other state can be reached", (state) => {
    expect([...reachable(state)].sort()).toEqual([...states].sort());
  });

  test.each(states)("%s: no stream is left behind, and none is without one", (state) => {
    const hasStream = (one: StreamState) => one === "connecting" || one === "live";
    for (const [next, ...actions] of Object.values(transitions[state])) {
      if (hasStream(state) && !hasStream(next)) expect(actions).toContain("close");
      if (!hasStream(state) && hasStream(next)) expect(actions).toContain("open");
      // Without a stream a plan leads back to one; `closed` waits for a screen or for the tab to be seen.
      if (next === "planned" && state !== "planned")
        expect(actions.some((action) => action.startsWith("plan-"))).toBe(true);
    }
  });
});

type Step = (page: Page) => void;
type Page = { screens: Map<string, () => void>; open(topic: string): void };

const topics = ["products", "cart", "settings"];
const topic = fc.constantFrom(...topics);
const step = fc.oneof<fc.Arbitrary<Step>[]>(
  topic.map((one) => (page: Page) => page.open(one)),
  topic.map((one) => (page: Page) => {
    page.screens.get(one)?.();
    page.screens.delete(one);
  }),
  topic.map((one) => () => changed(one)),
  fc.constantFrom(30, 200, 3_000, 12_000, 35_000).map((ms) => () => void vi.advanceTimersByTime(ms)),
  fc.boolean().map((hidden) => () => {
    tab.hidden = hidden;
    document.dispatchEvent(new Event("visibilitychange"));
  }),
  fc.boolean().map((onLine) => () => {
    tab.onLine = onLine;
    if (onLine) window.dispatchEvent(new Event("online"));
  }),
  fc.constantFrom("ready" as const, "failed" as const).map((answers) => () => {
    server.answers = answers;
  }),
  fc.constant(() => {
    for (const stream of [...Stream.held]) stream.fail();
  }),
);

test("whatever happens, a tab holds one stream, and in the end its screens show every change", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      newTab();
      const { subscribeTo } = await import("./event-stream.ts");
      const readAt = new Map<string, number>();
      const page: Page = {
        screens: new Map(),
        open(name) {
          if (page.screens.has(name)) return;
          readAt.set(name, performance.now());
          const read = () => {
            for (const one of page.screens.keys()) readAt.set(one, performance.now());
          };
          page.screens.set(name, subscribeTo([name], read));
        },
      };
      for (const act of steps) {
        act(page);
        expect(Stream.held.size).toBeLessThanOrEqual(1);
      }
      server.answers = "ready";
      tab.onLine = true;
      window.dispatchEvent(new Event("online"));
      tab.hidden = false;
      document.dispatchEvent(new Event("visibilitychange"));
      vi.advanceTimersByTime(60_000);
      for (const one of page.screens.keys()) {
        const [stream] = Stream.held;
        expect(stream?.topics).toContain(one);
        const last = server.changes.findLast((change) => change.topic === one)?.at ?? 0;
        expect(readAt.get(one)).toBeGreaterThanOrEqual(last);
      }
      for (const stop of page.screens.values()) stop();
    }),
    { numRuns: 1_000 },
  );
});
