import type { Clock } from "../../platform/clock.ts";

/** A clock that stands still until it is set or moved. */
export type TestClock = Clock & { set(time: string | Date): void; forward(milliseconds: number): void };

export function testClock(start = "2026-11-21T06:00:00Z"): TestClock {
  let time = new Date(start);
  return {
    now: () => new Date(time),
    set: (to) => {
      time = new Date(to);
    },
    forward: (milliseconds) => {
      time = new Date(time.getTime() + milliseconds);
    },
  };
}
