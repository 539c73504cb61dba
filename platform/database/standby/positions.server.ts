import { z } from "zod";
import { parseLsn } from "./lsn.ts";

const lsn = z.string().transform((text, context) => {
  const read = parseLsn(text);
  if (read !== null) return read;
  context.addIssue("not a position in the log");
  return z.NEVER;
});

const cluster = z.object({ system: z.string(), database: z.string(), timeline: z.number() });

/** The query on the primary. Everything committed before is in the log up to `lsn`, and flushed. */
export const primaryQuestion = `
  select pg_current_wal_flush_lsn()::text as lsn, current_database()::text as database,
    ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::integer as timeline,
    (select system_identifier::text from pg_control_system()) as system`;

const primaryAnswer = z.tuple([cluster.extend({ lsn })]);

/**
 * The query on the standby. `age`: milliseconds since the last transaction that it replayed was committed. Its timeline
 * is the one that it receives, which only a role with pg_read_all_stats sees, or else the one in its control file:
 * minutes late after a failover, and never early.
 */
export const standbyQuestion = `
  select pg_is_in_recovery() as recovering, coalesce(pg_last_wal_replay_lsn(), '0/0')::text as lsn,
    current_database()::text as database, greatest(c.timeline_id, r.min_recovery_end_timeline,
      (select received_tli from pg_stat_wal_receiver)) as timeline,
    s.system_identifier::text as system,
    (extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 as age
  from pg_control_checkpoint() c, pg_control_recovery() r, pg_control_system() s`;

const standbyAnswer = z.tuple([cluster.extend({ lsn, recovering: z.boolean(), age: z.number().nullable() })]);

export type PrimaryPosition = z.infer<typeof primaryAnswer>[0];
export type StandbyPosition = z.infer<typeof standbyAnswer>[0];

/** In: the rows of `primaryQuestion`. */
export function readPrimary(rows: unknown): PrimaryPosition {
  return primaryAnswer.parse(rows)[0];
}

/** In: the rows of `standbyQuestion`. */
export function readStandby(rows: unknown): StandbyPosition {
  return standbyAnswer.parse(rows)[0];
}

/** Why this is not a standby of this primary; null when it is one. */
export function mismatch(
  primary: PrimaryPosition,
  standby: StandbyPosition,
): "not-a-standby" | "another-database" | "another-timeline" | null {
  if (primary.system !== standby.system || primary.database !== standby.database) return "another-database";
  if (!standby.recovering) return "not-a-standby";
  return primary.timeline === standby.timeline ? null : "another-timeline";
}
