const message = "The shop is very busy right now. Please try again in a few seconds.";
const formAgain = "Reload this page to send your form again as you typed it.";
const page = (words: string) =>
  `<!doctype html><html lang="en-IN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>One moment</title><h1>One moment, please</h1><p>${words}</p></html>`;

/** Headers and body of a 503. In: the request's Accept header, and whether it sent a form. */
export function retryAfterResponse(
  accept: string | null | undefined,
  isForm: boolean,
): { headers: Record<string, string>; body: string } {
  const readsPages = accept?.includes("text/html") ?? false;
  return {
    headers: {
      "Content-Type": `text/${readsPages ? "html" : "plain"}; charset=utf-8`,
      "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
      // Random, so that clients do not all retry at once.
      "Retry-After": String(1 + Math.floor(Math.random() * 5)),
    },
    body: readsPages ? page(isForm ? `${message} ${formAgain}` : message) : message,
  };
}
