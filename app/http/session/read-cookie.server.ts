/** The value of a cookie of a request; undefined without it. */
export function readCookie(request: Request, name: string): string | undefined {
  const start = `${name}=`;
  const cookie = (request.headers.get("Cookie") ?? "").split(/;\s*/).find((one) => one.startsWith(start));
  return cookie?.slice(start.length);
}
