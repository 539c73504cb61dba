import type { IncomingMessage, ServerResponse } from "node:http";
import { retryAfterResponse } from "./retry-after.ts";

/** Admission control: the current load, and how many requests were rejected. */
export type Admission = {
  /**
   * Whether a request may go on to the application. When too many are in progress it is answered at once with 503 and
   * Retry-After: a fast refusal for some instead of slow pages for all.
   */
  admit(request: IncomingMessage, response: ServerResponse): boolean;
  inFlight(): number;
  turnedAway(): number;
};

/** Streams last for hours and cost little; they have their own limits (app/endpoints/live). */
const uncountedPaths = /^\/(live|health|ready)$/;

/** This many reads are admitted whatever the event loop lag; more only while it is below the limit. */
const alwaysAdmitted = 24;
const maxLoopLagMs = 300;

/**
 * In: the maximum of responses in progress, and the event loop lag (ms, `watchLoop`). Each response in progress
 * lengthens every iteration, so when the lag is too high, reads are rejected although there is capacity. Reads get
 * three quarters of the capacity, so that orders still go through under load. A request counts from its complete
 * arrival until its response is produced, so slow clients use no capacity.
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
  const { headers, body } = retryAfterResponse(request.headers.accept, request.method === "POST");
  response.writeHead(503, {
    ...headers,
    ...(request.method !== "GET" && request.method !== "HEAD" && { Connection: "close" }),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}
