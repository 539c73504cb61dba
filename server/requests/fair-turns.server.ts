import type { Server } from "node:http";

/** Over so many turns of the event loop in a row new connections come before a page. */
const mostPassed = 64;

/**
 * Gives the makers of pages their turn, one in a turn of the event loop, and none while visitors stand at the door.
 * Node accepts one connection in a turn. When each turn also makes a page, a rush is let in no faster than pages are
 * made: it waits in the kernel, where nobody can turn it away, and with it /health. Accepting costs next to nothing.
 * In: the server. Out: what to wait for before making a page.
 */
export function fairTurns(server: Server): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let arrived = false;
  let passed = 0;
  let turning = false;
  server.on("connection", () => {
    arrived = true;
  });
  function turn() {
    if (arrived && passed < mostPassed) {
      passed++;
    } else {
      passed = 0;
      waiting.shift()?.();
    }
    arrived = false;
    turning = waiting.length > 0;
    if (turning) setImmediate(turn);
  }
  return () =>
    new Promise((go) => {
      waiting.push(go);
      if (turning) return;
      turning = true;
      setImmediate(turn);
    });
}
