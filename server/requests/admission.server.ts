import type { IncomingMessage, ServerResponse } from "node:http";
import { retryAfterResponse } from "./retry-after.ts";

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
const uncountedPaths = /^\/(live|health|ready)$/;

/** So many who look are let in however late the program is; more only while its turns are shorter than this. */
const alwaysAdmitted = 24;
const maxLoopLagMs = 300;

/**
 * In: how many answers may be in the making at once, and how late the event loop is (ms, `watchLoop`). Each answer in
 * the making lengthens every turn, so on a slow machine few fill it: when a turn takes too long, who comes to look is
 * turned away although there are places, or the refusal itself would be slow. What only looks gets three quarters of the places, so that
 * under load an order still goes through. A body that comes drop by drop holds no place: a request counts from
 * when it has arrived whole until its answer is made, not until a slow reader has taken it.
 */
export function admission({ most, lag = () => 0 }: { most: number; lag?: () => number }): Admission {
  let inFlight = 0;
  let looking = 0;
  let turnedAway = 0;
  function count(response: ServerResponse, looks: boolean) {
    let counts = true;
    inFlight++;
    if (looks) looking++;
    const leave = () => {
      if (!counts) return;
      inFlight--;
      if (looks) looking--;
      counts = false;
    };
    response.once("prefinish", leave);
    response.once("close", leave);
  }
  return {
    inFlight: () => inFlight,
    turnedAway: () => turnedAway,
    admit(request, response) {
      if (uncountedPaths.test(request.url?.split("?", 1)[0] ?? "")) return true;
      const looks = request.method === "GET" || request.method === "HEAD";
      const full = inFlight >= (looks ? Math.ceil(most * 0.75) : most);
      if (full || (looks && looking >= alwaysAdmitted && lag() > maxLoopLagMs)) {
        turnedAway++;
        rejectRequest(request, response);
        return false;
      }
      if (looks) count(response, true);
      else
        request.once("end", () => {
          if (!response.writableEnded && !response.destroyed) count(response, false);
        });
      return true;
    },
  };
}

function rejectRequest(request: IncomingMessage, response: ServerResponse) {
  const { headers, body } = retryAfterResponse(request.headers.accept);
  response.writeHead(503, {
    ...headers,
    ...(request.method !== "GET" && request.method !== "HEAD" && { Connection: "close" }),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}
