import { channel, subscribe } from "node:diagnostics_channel";

// A channel of the process and not a variable of this module: the built application carries a copy of its own.
const name = "campus-style:fail-point";
const reached = channel(name);

/**
 * A named place at which a test of faults may end the process: "after-hold", "before-commit", "after-commit",
 * "after-gateway-create", "in-webhook". Nothing happens there unless a test has armed it.
 */
export function failPoint(place: string): void {
  if (reached.hasSubscribers) reached.publish(place);
}

/** Calls `reach` whenever a fail-point is reached in this process. */
export function armFailPoints(reach: (place: string) => void): void {
  subscribe(name, (place) => reach(String(place)));
}
