const unsafe = /[<>&\u2028\u2029]/g;

/**
 * The one way by which JSON gets into HTML: nothing in it can end the script element, begin a comment or be read as an
 * entity, and it is the same JSON for whoever reads it.
 */
export function jsonInScript(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    unsafe,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
