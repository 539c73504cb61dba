import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** One answer, read to its end: how long that took in milliseconds. `status` 0: the connection broke. */
export type Visit = { status: number; headers: IncomingHttpHeaders; took: number; error?: string };

/** Asks like a browser would; `agent: false` for a connection of its own. Never rejects. */
export function visit(
  url: string,
  options: {
    method?: string;
    headers?: Record<string, string>;
    body?: string | undefined;
    /** A stream is left as soon as it begins: it never ends by itself. */
    stream?: boolean;
    agent?: Agent | false;
    patience?: number;
  } = {},
): Promise<Visit> {
  const { method = "GET", headers = {}, body, stream = false, agent = false, patience = 60_000 } = options;
  const began = performance.now();
  return new Promise((resolve) => {
    const done = (status: number, answered: IncomingHttpHeaders, error?: string) =>
      resolve({ status, headers: answered, took: performance.now() - began, ...(error && { error }) });
    const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const asked = request(url, { method, agent, headers: { ...length, ...headers } }, (answer) => {
      if (stream) {
        done(answer.statusCode ?? 0, answer.headers);
        return asked.destroy();
      }
      answer.resume();
      answer.once("end", () => done(answer.statusCode ?? 0, answer.headers));
      answer.once("close", () => done(0, answer.headers, "broke off"));
    });
    asked.setTimeout(patience, () => asked.destroy(new Error("no patience")));
    asked.once("error", (error) => done(0, {}, error.message));
    asked.end(body);
  });
}

/** Looks at these addresses, one after the other, as several visitors with pauses, until `while` has ended. */
export async function lookingAround(
  urls: string[],
  during: Promise<unknown>,
  {
    visitors = 4,
    restMs = 20,
    headers = {},
  }: { visitors?: number; restMs?: number; headers?: Record<string, string> } = {},
): Promise<Visit[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: visitors });
  const visits: Visit[] = [];
  let over = false;
  const end = () => {
    over = true;
  };
  during.then(end, end);
  const one = async (turn: number) => {
    for (let at = turn; !over || at < turn + 5; at++) {
      visits.push(await visit(urls[at % urls.length] ?? "", { agent, headers }));
      await pause(restMs);
    }
  };
  await Promise.all(Array.from({ length: visitors }, (_, turn) => one(turn)));
  agent.destroy();
  return visits;
}
