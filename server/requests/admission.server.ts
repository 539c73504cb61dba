import type { IncomingMessage, ServerResponse } from "node:http";

/** How full the program is, and how many it has turned away. */
export type Admission = {
  /**
   * Whether a request may go on to the application. When too many are under way already it is answered here, at
   * once, with 503 and Retry-After: a fast refusal to some instead of a slow page for everybody.
   */
  admit(request: IncomingMessage, response: ServerResponse): boolean;
  inFlight(): number;
  turnedAway(): number;
};

/** Streams last for hours and cost nothing; they have limits of their own (app/endpoints/live). */
const uncounted = /^\/(live|health|ready)$/;

/**
 * In: how many answers may be in the making at once. What only looks gets three quarters of the places, so that
 * under load an order still goes through. A body that comes drop by drop holds no place: a request counts from
 * when it has arrived whole until its answer is made, not until a slow reader has taken it.
 */
export function admission({ most }: { most: number }): Admission {
  let inFlight = 0;
  let turnedAway = 0;
  function count(response: ServerResponse) {
    let counts = true;
    inFlight++;
    const leave = () => {
      if (counts) inFlight--;
      counts = false;
    };
    response.once("prefinish", leave);
    response.once("close", leave);
  }
  return {
    inFlight: () => inFlight,
    turnedAway: () => turnedAway,
    admit(request, response) {
      if (uncounted.test(request.url?.split("?", 1)[0] ?? "")) return true;
      const looks = request.method === "GET" || request.method === "HEAD";
      if (inFlight >= (looks ? Math.ceil(most * 0.75) : most)) {
        turnedAway++;
        turnAway(request, response);
        return false;
      }
      if (looks) count(response);
      else
        request.once("end", () => {
          if (!response.writableEnded && !response.destroyed) count(response);
        });
      return true;
    },
  };
}

const sentence = "The shop is very busy right now. Please try again in a few seconds.";
const page = `<!doctype html><html lang="en-IN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>One moment</title><h1>One moment, please</h1><p>${sentence}</p></html>`;

function turnAway(request: IncomingMessage, response: ServerResponse) {
  const { headers, words } = busy(request.headers.accept);
  response.writeHead(503, {
    ...headers,
    ...(request.method !== "GET" && request.method !== "HEAD" && { Connection: "close" }),
  });
  response.end(request.method === "HEAD" ? undefined : words);
}

/** The same for a request that was let in and then waited too long. In: its Accept header. */
export function busyAnswer(accept: string): Response {
  const { headers, words } = busy(accept);
  return new Response(words, { status: 503, headers });
}

function busy(accept = "") {
  const readsPages = accept.includes("text/html");
  return {
    headers: {
      "Content-Type": `text/${readsPages ? "html" : "plain"}; charset=utf-8`,
      "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
      // Not all at the same moment.
      "Retry-After": String(1 + Math.floor(Math.random() * 5)),
    },
    words: readsPages ? page : sentence,
  };
}
