/** The time of day, handed in so that tests can hold it still. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
