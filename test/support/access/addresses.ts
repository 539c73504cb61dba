const ids = ["5f0c9d1e-0000-4000-8000-000000000000", "random", "%00", "1%27%20or%201=1", "..%2f..%2fetc"];

/** The addresses of a route: with each kind of id where it takes one. */
export function addressesOf(pattern: string): [string, ...string[]] {
  if (pattern === "/*") return ["/no-such-page"];
  if (!/[:*]/.test(pattern)) return [pattern];
  const bare = pattern.endsWith("?") ? [pattern.replace(/\/[:*][^/]*\?$/, "") || "/"] : [];
  const [first = pattern, ...more] = ids.map((id) => pattern.replace(/:\w+\??|\*\??/g, id));
  return [first, ...more, ...bare];
}

/** Whether a response redirects to the sign-in screen. */
export function isLedToSignIn(answer: Response): boolean {
  return (
    [302, 303].includes(answer.status) && (answer.headers.get("Location") ?? "").startsWith("/auth?next=")
  );
}
