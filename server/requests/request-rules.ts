const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Over this many bytes a request body is refused: four photos of 8 MB and a form's words fit, a film does not. */
export const maxBodyBytes = 33 * 1024 * 1024;

/** Except where admins send whole catalogues; nobody else is let in before the body is read. */
const maxImportBytes = 200 * 1024 * 1024;
const importForm = /^\/admin\/import(\.data)?(\?|$)/;

const maxUrlLength = 4_096;

/**
 * What is wrong with a request before anybody looks at what it asks for: a status from 400 to 499, or undefined.
 * In: method, address as it came ("/shop?q=x"), Content-Length header.
 */
export function refusalOf(method: string, address: string, length: string | undefined): number | undefined {
  if (!methods.has(method)) return 405;
  if (address.length > maxUrlLength) return 414;
  if (Number(length ?? 0) > (importForm.test(address) ? maxImportBytes : maxBodyBytes)) return 413;
  const path = address.split("?", 1)[0] ?? "";
  if (!address.startsWith("/") || !isReadable(path) || isStreamOtherwise(path)) return 400;
  return undefined;
}

/** An address whose query has no zero byte: no text in the database can hold one, so a space stands in its place. */
export function withoutNul(address: string): string {
  const query = address.indexOf("?");
  if (query < 0 || !address.includes("%00", query)) return address;
  return address.slice(0, query) + address.slice(query).replaceAll("%00", "+");
}

/** Percent signs must spell UTF-8, and nobody has an honest use for a zero byte or a backslash in a path. */
function isReadable(path: string): boolean {
  try {
    const decoded = decodeURIComponent(path);
    return !decoded.includes("\0") && !decoded.includes("\\");
  } catch {
    return false;
  }
}

/**
 * Whether a path leads to the event stream under another spelling than its own, `/live`: the router takes them for the
 * same, while the limits of `admission` would count a stream as a page that never gets ready.
 */
function isStreamOtherwise(path: string): boolean {
  return path !== "/live" && /^\/+live\/*(\.data)?$/i.test(decodeURIComponent(path));
}

/**
 * The one trusted answer to "who asks": the address of the connection, or behind our own proxies the entry of
 * X-Forwarded-For that the outermost of them wrote, counted from the end; entries before it are the visitor's own words.
 */
export function clientAddress(
  connection: string | undefined,
  forwardedFor: string | string[] | undefined,
  proxies: number,
): string {
  const entries = [forwardedFor ?? []].flat().join(",").split(",");
  const written = proxies > 0 ? (entries.at(-proxies) ?? entries[0])?.trim() : undefined;
  return written || (connection ?? "");
}
