import type { Standby } from "../../platform/database/standby.server.ts";
import type { Reading } from "./metrics.server.ts";

/** The gauges of the read standby; none without one. */
export function standbyReadings(standby: Standby | null): Reading[] {
  if (!standby) return [];
  const behind = () => {
    const state = standby.state();
    if (state.used) return { ms: state.lagMs, bytes: state.lagBytes };
    return state.why.kind === "behind"
      ? { ms: state.why.ms ?? 0, bytes: state.why.bytes }
      : { ms: 0, bytes: 0 };
  };
  return [
    {
      name: "database_standby_used",
      help: "1 while reads go to the standby, 0 while it is left out",
      read: () => Number(standby.state().used),
    },
    {
      name: "database_standby_lag_seconds",
      help: "How long it took to replay what the primary had when last asked",
      read: () => behind().ms / 1_000,
      most: true,
    },
    {
      name: "database_standby_lag_bytes",
      help: "What it had not replayed when last asked",
      read: () => behind().bytes,
      most: true,
    },
  ];
}
