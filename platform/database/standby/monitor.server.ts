import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../../log.server.ts";
import { catchUp, type Lag, type LeftOut, maxLag, type ReplayProgress, Unfit } from "./catch-up.server.ts";
import { makeStandbyConnection } from "./connection.server.ts";
import { answerOf } from "./failures.server.ts";
import type { PrimaryPosition } from "./positions.server.ts";

/** How often the standby is polled, in milliseconds. */
const checkEvery = 1_000;
/** After a failed read it is left out for a second, doubled with each further failure within a minute. */
const restAfterFailure = { first: 1_000, longest: 60_000 };

/** Whether reads go to the standby. The lag is that of the last check. */
export type StandbyState = ({ used: true } & Lag) | { used: false; why: LeftOut };

export type StandbyMonitor = {
  state(): StandbyState;
  /** While it is used: the LSN that it has replayed at least. */
  replayed(): bigint;
  /** Resolves when it has replayed what is committed now, or is left out. Never rejects. */
  caughtUp(): Promise<void>;
  /** Reports a read that failed only because of the standby: it is left out for a while. */
  failed(error: unknown): void;
  close(): Promise<void>;
};

/**
 * Monitors whether a standby may be read from, by positions in the log: every second, and before each change event is
 * delivered, it must replay within a second what the primary has. In: its URL, a function that queries the primary, and
 * a callback for when it is left out. It is used again when it has caught up.
 */
export function watchStandby({
  url,
  log,
  askPrimary,
  onLeave,
}: {
  url: string;
  log: Log;
  askPrimary: () => Promise<PrimaryPosition>;
  onLeave: () => void;
}): StandbyMonitor {
  let state: StandbyState = { used: false, why: { kind: "not-asked-yet" } };
  /** Set while it is about to be used: change events already wait for it. */
  let joining: object | null = null;
  let usedSince = 0;
  let rest = { until: 0, ms: 0 };
  const progress: ReplayProgress = { replayed: 0n, caughtUpAt: Number.NEGATIVE_INFINITY };
  const stopping = new AbortController();
  const connection = makeStandbyConnection({
    ...{ url, answersWithin: maxLag },
    onLost: (error) => leave(answerOf(error)),
  });
  const replay = () => catchUp(progress, { askPrimary, askStandby: connection.ask });

  function leave(why: LeftOut) {
    joining = null;
    progress.replayed = 0n;
    if (stopping.signal.aborted) return;
    const before = state;
    state = { used: false, why };
    if (before.used || before.why.kind !== why.kind)
      log.warn({ standby: why }, "the standby for reading is left out");
    if (before.used) onLeave();
  }

  function leaveFor(error: unknown) {
    leave(error instanceof Unfit ? error.why : answerOf(error));
  }

  async function check() {
    try {
      const lag = await replay();
      if (state.used) {
        state = { used: true, ...lag };
        return;
      }
      if (performance.now() < rest.until) return;
      // From here on change events wait: one that was delivered before is in the log that is replayed now.
      const mine = {};
      joining = mine;
      const last = await replay();
      if (joining !== mine || stopping.signal.aborted) return;
      joining = null;
      usedSince = performance.now();
      state = { used: true, ...last };
      log.info("the standby for reading is used");
    } catch (error) {
      leaveFor(error);
    }
  }

  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await check();
      await pause(checkEvery, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();

  return {
    state: () => state,
    replayed: () => progress.replayed,
    async caughtUp() {
      if (state.used || joining) await replay().then(() => undefined, leaveFor);
    },
    failed(error) {
      if (!state.used) return;
      const calm = performance.now() - usedSince > restAfterFailure.longest;
      const { first, longest } = restAfterFailure;
      const ms = calm ? first : Math.min(Math.max(first, rest.ms * 2), longest);
      rest = { ms, until: performance.now() + ms };
      leave(answerOf(error));
    },
    async close() {
      stopping.abort();
      await connection.close();
      await watching;
    },
  };
}
