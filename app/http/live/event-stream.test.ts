import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { subscribeTo } from "./event-stream.ts";

/** The browser's event stream, with a way to send events to the page. */
class Stream extends EventTarget {
  static opened: Stream | undefined;
  constructor() {
    super();
    Stream.opened = this;
  }
  send(type: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
  close() {}
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", Object.assign(new EventTarget(), { setTimeout, clearTimeout }));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal("PerformanceNavigationTiming", class {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("events close together cause one reload, and not before the page cache has dropped the page", () => {
  const read: number[] = [];
  const stop = subscribeTo(["settings"], () => read.push(performance.now()));
  vi.advanceTimersByTime(2_000);
  const change = () => Stream.opened?.send("change", { topic: "settings" });
  const start = performance.now();
  const readAt = () => read.splice(0).map((time) => time - start);

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
