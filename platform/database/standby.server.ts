import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../log.server.ts";
import { type Connection, connect, type PoolState, type Query, type ReadDb } from "./database.server.ts";
import { consequenceOf } from "./standby/failures.server.ts";
import { formatLsn, lastLsn, parseLsn } from "./standby/lsn.ts";
import { type StandbyState, watchStandby } from "./standby/monitor.server.ts";
import { primaryQuestion, readPrimary } from "./standby/positions.server.ts";

export type { LeftOut } from "./standby/catch-up.server.ts";
export type { StandbyState } from "./standby/monitor.server.ts";

/** A standby that follows the primary by streaming replication and serves reads (docs/decisions/0036). */
export type Standby = {
  /**
   * The database for the reads of one viewer. In: the position of their last write (`position`), null for none. Out:
   * the standby while it is used and has replayed that, else the primary. A statement that fails on the standby is
   * repeated on the primary.
   */
  dbAfter(written: string | null): ReadDb;
  /**
   * The position in the primary's log that includes everything committed so far; the highest possible one when it is
   * unknown.
   */
  position(): Promise<string>;
  state(): StandbyState;
};

/** How long the query for the end of the primary's log may take, in milliseconds. */
const primaryAnswersWithin = 1_000;

export type OpenStandby = Standby & {
  /** Resolves when the standby has replayed what is committed now, or is left out. Never rejects. */
  caughtUp(): Promise<void>;
  pool(): PoolState;
  close(): Promise<void>;
};

/**
 * Opens the pool for reading and monitors the standby in the background; while it is unreachable it is left out. In:
 * its URL, the log, the maximum of connections, the primary's pool, and a function that queries the primary on the
 * connection for change events.
 */
export function openStandby({
  url,
  log,
  max,
  primary,
  askPrimary,
}: {
  url: string;
  log: Log;
  max: number | undefined;
  primary: Pick<Connection, "db" | "query">;
  askPrimary(question: string): Promise<unknown>;
}): OpenStandby {
  /**
   * Reads in flight on the standby: when it is left out they are repeated at once, without waiting for their timeout.
   */
  const underWay = new Set<() => void>();
  const ask = async () => readPrimary(await Promise.race([askPrimary(primaryQuestion), tooLate()]));
  const monitor = watchStandby({
    ...{ url, log, askPrimary: ask },
    onLeave() {
      for (const giveUp of underWay) giveUp();
    },
  });

  function unlessLeft(asked: Promise<unknown>): Promise<unknown> {
    return new Promise((answered, failed) => {
      const giveUp = () => failed(new Error("the standby is left out"));
      underWay.add(giveUp);
      asked.then(answered, failed).finally(() => underWay.delete(giveUp));
    });
  }

  const route =
    (own: Query): Query =>
    async (...statement) => {
      if (!monitor.state().used) return primary.query(...statement);
      try {
        return await unlessLeft(own(...statement));
      } catch (error) {
        const next = consequenceOf(error);
        if (next === "throw") throw error;
        if (next === "leave") monitor.failed(error);
        const answer = await primary.query(...statement);
        if (next === "leave-if-answered") monitor.failed(error);
        return answer;
      }
    };
  const reading = connect({ url, log, max, readOnly: true, route });

  return {
    dbAfter(written) {
      const position = written === null ? 0n : parseLsn(written);
      return position !== null && position <= monitor.replayed() ? reading.db : primary.db;
    },
    position: () =>
      ask().then(
        ({ lsn }) => formatLsn(lsn),
        () => lastLsn,
      ),
    state: monitor.state,
    caughtUp: monitor.caughtUp,
    pool: reading.pool,
    async close() {
      await monitor.close();
      await reading.close();
    },
  };
}

async function tooLate(): Promise<never> {
  await pause(primaryAnswersWithin, undefined, { ref: false });
  throw new Error("the primary did not say where its log ends");
}
