/** The current time, injected so that tests can control it; in production it is the database's. */
export type Clock = { now(): Date };
