import { channel, subscribe } from "node:diagnostics_channel";

// A channel of the process, not a variable of this module: the built application has its own copy of the module.
const name = "campus-style:fail-point";
const reached = channel(name);

/**
 * A named place at which a fault test may end the process: "after-reservation", "before-commit", "after-commit",
 * "after-gateway-create", "in-webhook". Does nothing unless a test has armed it.
 */
export function failPoint(place: string): void {
  if (reached.hasSubscribers) reached.publish(place);
}

/** Calls `reach` whenever a fail-point is reached in this process. */
export function armFailPoints(reach: (place: string) => void): void {
  subscribe(name, (place) => reach(String(place)));
}
