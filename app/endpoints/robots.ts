/** Nobody's cart, account or order belongs in a search engine. */
const closed = ["cart", "checkout", "admin", "auth", "profile", "orders", "order", "track", "dev"];

export function loader(): Response {
  const rules = ["User-agent: *", "Allow: /", ...closed.map((path) => `Disallow: /${path}`)];
  return new Response(`${rules.join("\n")}\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
