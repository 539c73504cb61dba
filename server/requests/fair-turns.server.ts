import type { Server } from "node:http";
import type { Application } from "../application.server.ts";
import { busyAnswer } from "./admission.server.ts";

/** Over so many turns of the event loop in a row new connections come before a page. */
const mostPassed = 64;

/** Gives the place back; null: it took too long, and nothing should be begun any more. */
export type Turn = (() => void) | null;

type Waiting = { since: number; go: (turn: Turn) => void };

/**
 * Gives the makers of answers their turn, one in a turn of the event loop, and none while visitors stand at the door.
 * Node accepts one connection in a turn. When each turn also makes a page, a rush is let in no faster than pages are
 * made: it waits in the kernel, where nobody can turn it away, and with it /health. Accepting costs next to nothing.
 * In: the server; how many who only look may be under way at once, so that each finds a database connection in time;
 * how many milliseconds they wait for it. Out: what to wait for before making an answer. Who sends something never
 * waits for a place, because a body that comes drop by drop would hold it.
 */
export function fairTurns(
  server: Server,
  { atOnce, patience }: { atOnce: number; patience: number },
): (looks: boolean) => Promise<Turn> {
  const sending: Waiting[] = [];
  const looking: Waiting[] = [];
  let underWay = 0;
  let arrived = false;
  let passed = 0;
  let turning = false;
  server.on("connection", () => {
    arrived = true;
  });

  function leave() {
    underWay--;
    begin();
  }
  function next() {
    const sender = sending.shift();
    if (sender) return sender.go(() => undefined);
    while (underWay < atOnce) {
      const looker = looking.shift();
      if (!looker) return;
      if (performance.now() - looker.since > patience) {
        looker.go(null);
        continue;
      }
      underWay++;
      return looker.go(leave);
    }
  }
  function turn() {
    if (arrived && passed < mostPassed) {
      passed++;
    } else {
      passed = 0;
      next();
    }
    arrived = false;
    turning = false;
    begin();
  }
  function begin() {
    if (turning || (sending.length === 0 && (looking.length === 0 || underWay >= atOnce))) return;
    turning = true;
    setImmediate(turn);
  }
  return (looks) =>
    new Promise((go) => {
      (looks ? looking : sending).push({ since: performance.now(), go });
      begin();
    });
}

/** Pictures have a line of their own (shop/catalogue/pictures/encode.server.ts): pages must not wait in it. */
const withoutPlace = /^\/media\//;

/** The application, asked in turn; who waited too long gets 503 with Retry-After, as from a full shop. */
export function inTurn(application: Application, turn: (looks: boolean) => Promise<Turn>): Application {
  return async (request) => {
    const looks = request.method === "GET" || request.method === "HEAD";
    const leave = await turn(looks && !withoutPlace.test(new URL(request.url).pathname));
    if (!leave) return busyAnswer(request.headers.get("Accept") ?? "");
    try {
      return await application(request);
    } finally {
      leave();
    }
  };
}
