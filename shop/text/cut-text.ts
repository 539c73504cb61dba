/**
 * The beginning of a text. Signs of two UTF-16 units, such as emoji, are not cut apart: PostgreSQL takes no half of one
 * in JSON.
 */
export function cutText(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
}
