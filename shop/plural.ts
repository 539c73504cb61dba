import { grouped } from "./money.ts";

/** A count with its noun: "1 day", "1,200 days". In: a whole number, the noun for one, and for more if it is no plain -s. */
export function plural(count: number, one: string, more = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : more}`;
}
