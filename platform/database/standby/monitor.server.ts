import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { Log } from "../../log.server.ts";
import { type Answered, answerOf } from "./failures.server.ts";
import {
  mismatch,
  type PrimaryPosition,
  readStandby,
  type StandbyPosition,
  standbyQuestion,
} from "./positions.server.ts";

/** How often the standby is asked how far it is, in milliseconds. */
const checkEvery = 1_000;
/** How far it may be behind, in milliseconds, and how long change events wait for it: beyond that it is left out. */
const maxLag = 1_000;
/** Between two questions while it catches up, in milliseconds. A standby beside its primary needs about 6 ms. */
const pauses = { first: 2, longest: 50 };
/** After a read that failed it is left alone for a second, doubled with each further one within a minute. */
const restAfterFailure = { first: 1_000, longest: 60_000 };

/** Why the standby is left out. `ms`: how far it is behind; null when that is not known. */
export type LeftOut =
  | { kind: "not-asked-yet" | "primary-is-silent" }
  | { kind: "not-a-standby" | "another-database" | "another-timeline" }
  | { kind: "behind"; ms: number | null; bytes: number }
  | Answered;

/** Whether reads go to the standby. `lagMs`: how long it took to replay what the primary had when it was asked last. */
export type StandbyState = { used: true; lagMs: number; lagBytes: number } | { used: false; why: LeftOut };

export type StandbyMonitor = {
  state(): StandbyState;
  /** While it is used: up to where it has replayed the log, at least. */
  replayed(): bigint;
  /** Resolves when it has replayed what is committed now, or is left out. Never rejects. */
  caughtUp(): Promise<void>;
  /** A read on it failed as none on the primary would: it is left out for a while. */
  failed(error: unknown): void;
  close(): Promise<void>;
};

class Unfit extends Error {
  readonly why: LeftOut;
  constructor(why: LeftOut, options?: ErrorOptions) {
    super(why.kind, options);
    this.why = why;
  }
}

/**
 * Watches whether a standby may be read from, by positions in the log: every second, and before each change event is
 * told, it must replay within a second what the primary has. In: its URL, how to ask the primary, and what to do when it
 * is left out. It comes back by itself.
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
  /** Set while it is about to be used: change events wait for it already. */
  let joining: object | null = null;
  let replayed = 0n;
  let caughtUpAt = Number.NEGATIVE_INFINITY;
  let usedSince = 0;
  let rest = { until: 0, ms: 0 };
  let connection: Promise<Client> | undefined;
  let closed = false;

  function leave(why: LeftOut) {
    joining = null;
    replayed = 0n;
    if (closed) return;
    const before = state;
    state = { used: false, why };
    if (before.used || before.why.kind !== why.kind)
      log.warn({ standby: why }, "the standby for reading is left out");
    if (before.used) onLeave();
  }

  function leaveFor(error: unknown) {
    leave(error instanceof Unfit ? error.why : answerOf(error));
  }

  /** A connection that ends tells at once that the server ended; after a restart it may be behind what it was. */
  async function open(): Promise<Client> {
    const mine = new Client({
      connectionString: url,
      application_name: "campus-style standby check",
      connectionTimeoutMillis: maxLag,
      query_timeout: maxLag,
      keepAlive: true,
    });
    const lost = (error?: Error) => {
      if (!connection) return;
      void connection.then(
        (current) => {
          if (current !== mine) return;
          connection = undefined;
          leave(answerOf(error ?? new Error("the connection ended")));
        },
        () => undefined,
      );
    };
    mine.on("error", lost);
    mine.on("end", () => lost());
    await mine.connect();
    return mine;
  }

  async function askStandby(): Promise<StandbyPosition> {
    connection ??= open();
    const mine = connection;
    try {
      return readStandby((await (await mine).query(standbyQuestion)).rows);
    } catch (error) {
      if (connection === mine) connection = undefined;
      void mine.then((client) => client.end()).catch(() => undefined);
      throw error;
    }
  }

  /** Waits until the standby has replayed what the primary has now. Throws why it cannot be used. */
  async function catchUp(): Promise<{ lagMs: number; lagBytes: number }> {
    const began = performance.now();
    const primary = await askPrimary().catch((error: unknown) => {
      throw new Unfit({ kind: "primary-is-silent" }, { cause: error });
    });
    let lagBytes: number | undefined;
    for (let wait = pauses.first; ; wait = Math.min(wait * 1.5, pauses.longest)) {
      const standby = await askStandby();
      const kind = mismatch(primary, standby);
      if (kind) throw new Unfit({ kind });
      const missing = primary.lsn > standby.lsn ? Number(primary.lsn - standby.lsn) : 0;
      lagBytes ??= missing;
      const lagMs = performance.now() - began;
      if (missing === 0) {
        if (standby.lsn > replayed) replayed = standby.lsn;
        caughtUpAt = Math.max(caughtUpAt, began);
        return { lagMs, lagBytes };
      }
      if (lagMs > maxLag) {
        const ms = Math.min(performance.now() - caughtUpAt, standby.age ?? Number.POSITIVE_INFINITY);
        throw new Unfit({
          kind: "behind",
          ms: Number.isFinite(ms) ? Math.round(ms) : null,
          bytes: missing,
        });
      }
      await pause(wait);
    }
  }

  async function check() {
    try {
      const lag = await catchUp();
      if (state.used) {
        state = { used: true, ...lag };
        return;
      }
      if (performance.now() < rest.until) return;
      // From here on change events wait: one that was told before is in the log that is replayed now.
      const mine = {};
      joining = mine;
      const last = await catchUp();
      if (joining !== mine || closed) return;
      joining = null;
      usedSince = performance.now();
      state = { used: true, ...last };
      log.info("the standby for reading is used");
    } catch (error) {
      leaveFor(error);
    }
  }

  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await check();
      await pause(checkEvery, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();

  return {
    state: () => state,
    replayed: () => replayed,
    async caughtUp() {
      if (state.used || joining) await catchUp().then(() => undefined, leaveFor);
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
      closed = true;
      stopping.abort();
      const mine = connection;
      connection = undefined;
      await mine?.then((client) => client.end()).catch(() => undefined);
      await watching;
    },
  };
}
