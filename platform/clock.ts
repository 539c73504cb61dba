/** The time of day, handed in so that tests can hold it still; the shop's own is the database's. */
export type Clock = { now(): Date };
