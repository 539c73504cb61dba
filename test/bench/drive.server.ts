import { fork } from "node:child_process";
import { once } from "node:events";
import { request as send } from "node:http";
import { join } from "node:path";
import autocannon, { type Request } from "autocannon";
import { middle } from "./back-office.server.ts";

/** One kind of request: the n-th of them, how many at once, and whether an answer is what was asked for. */
export type Scenario = {
  name: string;
  connections: number;
  next: (n: number) => Request & { path: string };
  good?: (status: number, headers: Record<string, string>) => boolean;
};

/** Times in milliseconds. `bytes` as sent, compressed. */
export type Measured = {
  name: string;
  connections: number;
  perSecond: number;
  p50: number;
  p99: number;
  barePerSecond: number;
  bareP99: number;
  /** Of the bare server's requests a second. */
  ratio: number;
  bytes: number;
  good: number;
  wrong: number;
};

export type Bare = {
  address: string;
  repeat(answer: Recorded): Promise<void>;
  stop(): Promise<void>;
};
export type Recorded = { status: number; headers: string[]; body: Buffer };

export async function startBare(): Promise<Bare> {
  const child = fork(join(import.meta.dirname, "bare-server.ts"), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { NODE_ENV: "production" },
  });
  const [port] = await once(child, "message");
  return {
    address: `http://127.0.0.1:${port}`,
    async repeat({ body, ...rest }) {
      const heard = once(child, "message");
      child.send({ ...rest, body: body.toString("base64") });
      await heard;
    },
    async stop() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

/**
 * Drives the shop and the bare server in turn, `rounds` times each for so many seconds, with the same requests. The
 * bare server repeats what the shop answers to the first of them. Out: the middle of the rounds.
 */
export async function measure(
  address: string,
  bare: Bare,
  scenario: Scenario,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Measured> {
  const asked = { shop: 0, bare: 0 };
  const recorded = await record(address, scenario.next(asked.shop++));
  if (!isGood(scenario, recorded.status, headersOf(recorded)))
    throw new Error(
      `${scenario.name}: the shop answers ${recorded.status} ${recorded.body.toString().slice(0, 300)}`,
    );
  await bare.repeat(recorded);
  // Nothing that the bare server is asked counts as something the shop was asked.
  const drive = (who: "shop" | "bare", duration: number) =>
    driven(
      who === "shop" ? address : bare.address,
      {
        ...scenario,
        next: () => scenario.next(asked[who]++),
        ...(who === "bare" && { good: (status) => status === recorded.status }),
      },
      duration,
    );
  // Both get warm first: code is compiled, caches are filled.
  await drive("shop", Math.min(2, seconds));
  await drive("bare", Math.min(2, seconds));
  const [ours, theirs]: [Driven[], Driven[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    ours.push(await drive("shop", seconds));
    theirs.push(await drive("bare", seconds));
  }
  const of = (all: Driven[], figure: "perSecond" | "p50" | "p99") => middle(all.map((one) => one[figure]));
  const sum = (figure: "good" | "wrong") => ours.reduce((so, one) => so + one[figure], 0);
  return {
    name: scenario.name,
    connections: scenario.connections,
    perSecond: of(ours, "perSecond"),
    p50: of(ours, "p50"),
    p99: of(ours, "p99"),
    barePerSecond: of(theirs, "perSecond"),
    bareP99: of(theirs, "p99"),
    ratio: of(ours, "perSecond") / of(theirs, "perSecond"),
    bytes: recorded.body.length,
    good: sum("good"),
    wrong: sum("wrong"),
  };
}

type Driven = { perSecond: number; p50: number; p99: number; good: number; wrong: number };

async function driven(url: string, scenario: Scenario, duration: number): Promise<Driven> {
  let good = 0;
  let wrong = 0;
  const result = await autocannon({
    url,
    connections: scenario.connections,
    duration,
    requests: [
      {
        setupRequest: (request) => ({ ...request, ...scenario.next(0) }),
        onResponse: (status, _body, _context, headers) => {
          if (isGood(scenario, status, headers)) good++;
          else wrong++;
        },
      },
    ],
  });
  wrong += result.errors + result.timeouts;
  return {
    perSecond: good / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    good,
    wrong,
  };
}

function isGood({ good }: Scenario, status: number, headers: Record<string, string>): boolean {
  return good ? good(status, headers) : status === 200;
}

/** One whole answer, with its bytes as they were sent. */
export function record(
  address: string,
  { method = "GET", path, headers = {}, body }: Request & { path: string },
) {
  return new Promise<Recorded>((resolve, reject) => {
    const asked = send(address + path, { method, headers }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(Buffer.from(part));
      const whole = Buffer.concat(parts);
      resolve({
        status: answer.statusCode ?? 0,
        headers: [...kept(answer.rawHeaders), "Content-Length", String(whole.length)],
        body: whole,
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** Without what belongs to the connection. */
function kept(raw: string[]): string[] {
  const own = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "date"]);
  return raw.filter((_, at) => !own.has((raw[at - (at % 2)] ?? "").toLowerCase()));
}

export function headersOf({ headers }: Recorded): Record<string, string> {
  return Object.fromEntries(
    headers.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1] ?? ""]] : [])),
  );
}
