import { setTimeout as pause } from "node:timers/promises";
import type { Answered } from "./failures.server.ts";
import { mismatch, type PrimaryPosition, type StandbyPosition } from "./positions.server.ts";

/** How far a standby may be behind, in milliseconds, and how long change events wait for it. */
export const maxLag = 1_000;
/** The polling interval while it catches up, in milliseconds. A standby beside its primary needs about 6 ms. */
const pauses = { first: 2, longest: 50 };

/** Why the standby is left out. `ms`: how far it is behind; null when that is not known. */
export type LeftOut =
  | { kind: "not-asked-yet" | "primary-is-silent" }
  | { kind: "not-a-standby" | "another-database" | "another-timeline" }
  | { kind: "behind"; ms: number | null; bytes: number }
  | Answered;

/** Why a standby that answers cannot be used. */
export class Unfit extends Error {
  readonly why: LeftOut;
  constructor(why: LeftOut, options?: ErrorOptions) {
    super(why.kind, options);
    this.why = why;
  }
}

/** How long it took to replay what the primary had at the time of the query, and how much was missing then. */
export type Lag = { lagMs: number; lagBytes: number };

/** The LSN that it has replayed at least, and when (performance.now()) the primary had no more. */
export type ReplayProgress = { replayed: bigint; caughtUpAt: number };

/**
 * Waits until the standby has replayed what the primary has now, and writes that into `progress`. Throws why it cannot
 * be used.
 */
export async function catchUp(
  progress: ReplayProgress,
  {
    askPrimary,
    askStandby,
  }: { askPrimary(): Promise<PrimaryPosition>; askStandby(): Promise<StandbyPosition> },
): Promise<Lag> {
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
      if (standby.lsn > progress.replayed) progress.replayed = standby.lsn;
      progress.caughtUpAt = Math.max(progress.caughtUpAt, began);
      return { lagMs, lagBytes };
    }
    if (lagMs > maxLag) {
      const ms = Math.min(performance.now() - progress.caughtUpAt, standby.age ?? Number.POSITIVE_INFINITY);
      throw new Unfit({ kind: "behind", ms: Number.isFinite(ms) ? Math.round(ms) : null, bytes: missing });
    }
    await pause(wait);
  }
}
