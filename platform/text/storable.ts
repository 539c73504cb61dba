/**
 * Removes from text what PostgreSQL cannot store: NUL and lone surrogates. Every parser of forms and JSON uses it;
 * for URLs the server does (server/requests). What it misses is answered with 400
 * (server/application.server.ts).
 */
export function storable(text: string): string {
  return text.replace(/\0|\p{Cs}/gu, "");
}

/** The same in every text of a parsed JSON: the reviver of JSON.parse. */
export function storableValue(_: string, value: unknown): unknown {
  return typeof value === "string" ? storable(value) : value;
}
