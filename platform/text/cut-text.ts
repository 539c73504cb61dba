/**
 * The beginning of a text. A character of two UTF-16 units, such as an emoji, is not cut apart: PostgreSQL refuses half
 * of one in JSON.
 */
export function cutText(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
}
