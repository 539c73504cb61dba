const unsafe = /[<>&\u2028\u2029]/g;

/**
 * Escapes JSON for a script element: nothing in it can end the element, start a comment or be read as an entity, and
 * it parses to the same value. Use it for all JSON in HTML; the loaders' data are encoded already (`encodedLoaderData`).
 */
export function jsonInScript(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    unsafe,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
