/**
 * Text from outside without what no text in the database can hold: NUL, and halves of surrogate pairs. Every reader of
 * forms and JSON passes what it reads through here; in addresses the server itself does it (server/requests). What gets
 * past all of them is answered with 400 (server/application.server.ts).
 */
export function storable(text: string): string {
  return text.replace(/\0|\p{Cs}/gu, "");
}
