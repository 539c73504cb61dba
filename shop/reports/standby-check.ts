import type { LeftOut, StandbyState } from "../../platform/database/standby.server.ts";
import type { HealthCheck } from "./health-checks.ts";

const name = "Standby for reading";
const meanwhile =
  "Pages and reports are read from the primary until it is back; nothing has to be restarted.";

/** The health page's check of the read standby. */
export function standbyCheck(standby: StandbyState): HealthCheck {
  if (standby.used) {
    const lag = Math.max(1, Math.round(standby.lagMs));
    return {
      name,
      state: "ok",
      summary: `Answers lists, product pages and reports. It was ${lag} ms behind.`,
    };
  }
  const { why } = standby;
  if (why.kind === "not-asked-yet")
    return { name, state: "ok", summary: "It is being asked for the first time." };
  const { reason, todo } = wordsOf(why);
  return { name, state: "wrong", summary: `Left out: ${reason}.`, todo: `${todo} ${meanwhile}` };
}

function wordsOf(why: LeftOut): { reason: string; todo: string } {
  switch (why.kind) {
    case "behind":
      return {
        reason: behind(why),
        todo: "Look at its load, its network, and whether its replay is paused (pg_is_wal_replay_paused).",
      };
    case "unreachable":
      return { reason: `it does not answer (${why.answer})`, todo: "Check that it runs and can be reached." };
    case "refuses":
      return {
        reason: `it answers with an error (${why.answer})`,
        todo: "Check the role of DATABASE_READ_URL: it needs to read what DATABASE_URL's may.",
      };
    case "not-a-standby":
      return {
        reason: "it is no standby: it has been promoted",
        todo: "Point DATABASE_URL to the new primary and DATABASE_READ_URL to a standby of it.",
      };
    case "another-database":
      return {
        reason: "it is a copy of another database",
        todo: "Point DATABASE_READ_URL to a standby of this one.",
      };
    case "another-timeline":
      return {
        reason: "it does not follow the primary since the last failover",
        todo: "If it does follow, “checkpoint” on it says so at once; else make it anew.",
      };
    default:
      return {
        reason: "the primary does not say how far it is",
        todo: "Check the database, and that the role may call pg_control_system().",
      };
  }
}

/** "it is 12 s behind", "it is 3.4 MB behind". */
function behind({ ms, bytes }: { ms: number | null; bytes: number }): string {
  if (ms === null) return `it is ${(bytes / 1_000_000).toFixed(1)} MB behind`;
  const seconds = Math.max(1, Math.round(ms / 1_000));
  return seconds < 120 ? `it is ${seconds} s behind` : `it is ${Math.round(seconds / 60)} min behind`;
}
