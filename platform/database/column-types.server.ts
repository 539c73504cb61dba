import { bigint, customType, timestamp } from "drizzle-orm/pg-core";

/** A column of text that compares case-insensitively. In: its name. */
export const citext = customType<{ data: string }>({ dataType: () => "citext" });

/** A column of lexemes, which only the database reads. In: its name. */
export const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** A timestamptz column. In: its name. */
export const time = (name: string) => timestamp(name, { withTimezone: true });

/** A bigint column as a number: paise, and ids and counts that stay below 2^53. In: its name. */
export const wholeNumber = (name: string) => bigint(name, { mode: "number" });
