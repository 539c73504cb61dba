/**
 * A path on this site from untrusted input, or null. Only "/path" passes: no scheme, no host, no backslash or control
 * character that a browser would interpret as one.
 */
export function sameSitePath(candidate: string | null | undefined): string | null {
  if (!candidate?.startsWith("/") || candidate.length > 2_000) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these before they read the address
  if (/^\/[/\\]|[\\\u0000-\u001f\u007f]/.test(candidate)) return null;
  const home = "https://this-site.invalid";
  const address = parsed(candidate, home);
  if (!address || address.origin !== home || address.pathname.startsWith("//")) return null;
  return address.pathname + address.search + address.hash;
}

/** `URL.parse` for browsers that lack it. */
function parsed(address: string, base: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
