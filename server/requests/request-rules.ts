const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The maximum request body in bytes: four photos of 8 MB and a form's texts. */
export const maxBodyBytes = 33 * 1024 * 1024;

/** Larger, for catalogue uploads of staff; others are refused before the body is read. */
const maxImportBytes = 200 * 1024 * 1024;
const importForm = /^\/admin\/import(\.data)?(\?|$)/;

const maxUrlLength = 4_096;

/**
 * Validates a request before routing: a status from 400 to 499, or undefined. In: method, address ("/shop?q=x"),
 * Content-Length header.
 */
export function refusalOf(method: string, address: string, length: string | undefined): number | undefined {
  if (!methods.has(method)) return 405;
  if (address.length > maxUrlLength) return 414;
  if (Number(length ?? 0) > (importForm.test(address) ? maxImportBytes : maxBodyBytes)) return 413;
  const path = address.split("?", 1)[0] ?? "";
  if (!address.startsWith("/") || !isReadable(path) || isStreamOtherwise(path)) return 400;
  return undefined;
}

/**
 * Whether a request names its host twice (RFC 9112, section 3.2: to be answered with 400): a proxy could have chosen
 * the other one. In: names and values in turn, as Node keeps them.
 */
export function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === "host") hosts++;
  return hosts > 1;
}

/** The address with zero bytes in the query replaced by spaces: PostgreSQL cannot store them. */
export function withoutNul(address: string): string {
  const query = address.indexOf("?");
  if (query < 0 || !address.includes("%00", query)) return address;
  return address.slice(0, query) + address.slice(query).replaceAll("%00", "+");
}

/** Percent-encoding must be UTF-8; zero bytes and backslashes in a path are refused. */
function isReadable(path: string): boolean {
  try {
    const decoded = decodeURIComponent(path);
    return !decoded.includes("\0") && !decoded.includes("\\");
  } catch {
    return false;
  }
}

/**
 * Whether a path is another spelling of `/live`: the router treats them as the same, while admission control would
 * count a stream as a page that never finishes.
 */
function isStreamOtherwise(path: string): boolean {
  return path !== "/live" && /^\/+live\/*(\.data)?$/i.test(decodeURIComponent(path));
}

/**
 * The trusted client address: that of the connection, or behind our own proxies the entry of X-Forwarded-For that the
 * outermost of them wrote, counted from the end; entries before it are written by the client.
 */
export function clientAddress(
  connection: string | undefined,
  forwardedFor: string | string[] | undefined,
  proxies: number,
): string {
  const entries = [forwardedFor ?? []].flat().join(",").split(",");
  const written = proxies > 0 ? (entries.at(-proxies) ?? entries[0])?.trim() : undefined;
  return written ? withoutPort(written) : (connection ?? "");
}

/** "1.2.3.4:5678" and "[2001:db8::1]:5678", as some proxies write: each connection has a port of its own. */
function withoutPort(address: string): string {
  return /^(?:\[(.+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(address)?.slice(1).find(Boolean) ?? address;
}
