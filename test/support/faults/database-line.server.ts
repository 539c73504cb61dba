import { createConnection, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { Transform } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";

/** A TCP line to a PostgreSQL that listens on a unix socket, for a test to disturb. */
export type DatabaseLine = {
  /** The same database through the line. */
  url: string;
  /** Every connection breaks, and new ones are closed at once: as HAProxy does while there is no primary. */
  cut(): void;
  /** Nothing gets through any more, without an error: as when the other machine has lost its power. */
  silence(): void;
  /** New connections get through. What was silenced stays silent. */
  restore(): void;
  close(): void;
};

/**
 * In: an address with its socket's folder as `?host=`, and a text at which the database's answers are cut in two, as a
 * slow network may; the rest arrives later.
 */
export async function databaseLine(address: string, cutAt?: string): Promise<DatabaseLine> {
  const folder = new URL(address.replace("@/", "@local/")).searchParams.get("host") ?? "";
  const sockets = new Set<Socket>();
  let state: "open" | "cut" | "silent" = "open";
  const server = createServer((near) => {
    if (state === "cut") return void near.destroy();
    const far = createConnection(join(folder, ".s.PGSQL.5432"));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => undefined);
      one.once("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    // A machine without power accepts no connection; to the client, one that is never answered looks the same.
    if (state !== "open") return;
    near.pipe(far);
    if (cutAt === undefined) far.pipe(near);
    else far.pipe(cutInTwo(cutAt)).pipe(near);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const at = server.address();
  if (at === null || typeof at === "string") throw new Error("The line listens on no port.");
  const port = at.port;
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: address.replace(/host=[^&]*/, `host=127.0.0.1&port=${port}`),
    cut() {
      state = "cut";
      destroyAll();
    },
    silence() {
      state = "silent";
      for (const socket of sockets) socket.unpipe().pause();
    },
    restore() {
      state = "open";
    },
    close() {
      destroyAll();
      server.close();
    },
  };
}

/** Waits 5 ms before each occurrence of the text. */
function cutInTwo(text: string): Transform {
  return new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let at = chunk.indexOf(text); at > 0; at = chunk.indexOf(text, at + 1)) {
        this.push(chunk.subarray(from, at));
        from = at;
        await pause(5);
      }
      done(null, chunk.subarray(from));
    },
  });
}
