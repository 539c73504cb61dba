import { fork } from "node:child_process";
import { once } from "node:events";
import { request as send } from "node:http";
import { join } from "node:path";
import { middle } from "./back-office.server.ts";
import { processorTime } from "./processor-time.server.ts";
import type { Measured } from "./results.ts";
import { type Asked, driven } from "./wrk.server.ts";

/** One kind of request: the n-th of them, how many at once, and the expected status of a response. */
export type Scenario = {
  name: string;
  connections: number;
  next: (n: number) => Asked;
  /** Always the same request. */
  same?: true;
  status: number;
  /** Called with where each answer leads to. */
  redirected?: (to: string) => void;
};

/** A server: its address and the ids of its processes, the database's included. */
export type Target = { address: string; pids: readonly number[] };

export type Bare = {
  address: string;
  pid: number;
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
    pid: child.pid ?? 0,
    async repeat({ body, ...rest }) {
      const ready = once(child, "message");
      child.send({ ...rest, body: body.toString("base64") });
      await ready;
    },
    async stop() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

/** More than any server that renders its pages answers, so that a list of requests never repeats. */
const mostPerSecond = 4_000;

/** Seconds of a round of the warm-up. */
export const warmUpSeconds = 2;

/** How much faster a round is that shows the server still warming up. */
const stillWarming = 1.02;

/** `warmUps`: at most so many rounds before those that count. */
export type DriveOptions = { rounds: number; seconds: number; warmUps: number };

/**
 * Drives the shop and the bare server in turn with wrk, `rounds` times each for so many seconds, with the same
 * requests. The bare server repeats what the shop answers to the first of them. Out: the median of the rounds. Throws
 * when the shop's first response does not have the expected status.
 */
export async function measure(
  shop: Target,
  bare: Bare,
  scenario: Scenario,
  { rounds, seconds, warmUps }: DriveOptions,
): Promise<Measured> {
  const recorded = await record(shop.address, scenario.next(0));
  if (recorded.status !== scenario.status)
    throw new Error(
      `${scenario.name}: the shop answers ${recorded.status} ${recorded.body.toString().slice(0, 300)}`,
    );
  await bare.repeat(recorded);
  const ours = roundsOf(shop, scenario, 1);
  const theirs = roundsOf({ address: bare.address, pids: [bare.pid] }, withoutRedirects(scenario), 0);
  const warm = await warmedUp(ours, warmUps);
  await theirs(warmUpSeconds, true);
  const all: { shop: Round[]; bare: Round[] } = { shop: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    all.shop.push(await ours(seconds));
    all.bare.push(await theirs(seconds));
  }
  const of = (who: "shop" | "bare", figure: keyof Round) => middle(all[who].map((one) => one[figure]));
  const sum = (figure: "good" | "wrong") => [...warm, ...all.shop].reduce((so, one) => so + one[figure], 0);
  return {
    name: scenario.name,
    connections: scenario.connections,
    perSecond: of("shop", "perSecond"),
    cold: warm[0]?.perSecond,
    p50: of("shop", "p50"),
    p99: of("shop", "p99"),
    processorMs: of("shop", "processorMs"),
    busy: of("shop", "busy"),
    generator: of("shop", "generator"),
    bare: {
      perSecond: of("bare", "perSecond"),
      p99: of("bare", "p99"),
      processorMs: of("bare", "processorMs"),
      busy: of("bare", "busy"),
      generator: of("bare", "generator"),
    },
    bytes: recorded.body.length,
    good: sum("good"),
    wrong: sum("wrong"),
  };
}

/**
 * Drives the shop until two rounds in turn are no faster than the fastest before: code is compiled, caches are filled.
 * Of 100,000 products, those that lists show first are read within some ten seconds.
 */
async function warmedUp(
  ours: (seconds: number, isWarmUp: boolean) => Promise<Round>,
  most: number,
): Promise<Round[]> {
  const rounds: Round[] = [];
  let fastest = 0;
  for (let steady = 0; steady < 2 && rounds.length < most; ) {
    const round = await ours(warmUpSeconds, true);
    steady = round.perSecond < fastest * stillWarming ? steady + 1 : 0;
    fastest = Math.max(fastest, round.perSecond);
    rounds.push(round);
  }
  return rounds;
}

type Round = Awaited<ReturnType<ReturnType<typeof roundsOf>>>;

/**
 * In: a server, and how many of the scenario's requests it was sent already. Out: drives it, each time with new
 * requests.
 */
function roundsOf({ address, pids }: Target, scenario: Scenario, sent: number) {
  let next = sent;
  return async (seconds: number, isWarmUp = false) => {
    const many = scenario.same ? 1 : mostPerSecond * seconds;
    const requests = Array.from({ length: many }, (_, n) => scenario.next(next + n));
    // Counting costs the generator time for each answer. Refusals (400 and more) are counted in any case.
    const counted = isWarmUp || scenario.redirected !== undefined;
    const before = processorTime(pids);
    const result = await driven(address, requests, {
      connections: scenario.connections,
      seconds,
      statuses: counted,
    });
    const processor = processorTime(pids) - before;
    next += Math.min(result.sent, many);
    const { [scenario.status]: asAsked = 0 } = result.statuses;
    const good = counted ? asAsked : result.requests - result.refused;
    for (const to of result.redirects) scenario.redirected?.(to);
    return {
      perSecond: good / result.seconds,
      p50: result.p50,
      p99: result.p99,
      processorMs: (processor * 1_000) / result.requests,
      busy: processor / result.seconds,
      generator: result.generator,
      good,
      wrong: result.requests - good + result.broken,
    };
  };
}

function withoutRedirects({ redirected: _, ...scenario }: Scenario): Scenario {
  return scenario;
}

/** One whole answer, with its bytes as they were sent. */
export function record(address: string, { method, path, headers, body }: Asked) {
  return new Promise<Recorded>((resolve, reject) => {
    const asked = send(address + path, { method, headers }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(Buffer.from(part));
      const whole = Buffer.concat(parts);
      resolve({
        status: answer.statusCode ?? 0,
        headers: [...ofTheAnswer(answer.rawHeaders), "Content-Length", String(whole.length)],
        body: whole,
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** Without what belongs to the connection. */
function ofTheAnswer(raw: string[]): string[] {
  const own = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "date"]);
  return raw.filter((_, at) => !own.has((raw[at - (at % 2)] ?? "").toLowerCase()));
}

export function headersOf({ headers }: Recorded): Record<string, string> {
  return Object.fromEntries(
    headers.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1] ?? ""]] : [])),
  );
}
