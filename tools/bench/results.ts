import { z } from "zod";

const figure = z.number();

/**
 * What was measured of one kind of request. Times in milliseconds; `processorMs`: processor time of the server and its
 * database for one request; `cold`: requests a second in the first two seconds, before the warm-up; `busy`, `generator`: seconds of processor time a second, of the server and its database and
 * of the load generator; `bytes` as sent, compressed.
 */
const measured = z.object({
  name: z.string(),
  connections: figure,
  perSecond: figure,
  cold: figure.optional(),
  p50: figure,
  p99: figure,
  processorMs: figure,
  busy: figure,
  generator: figure,
  bare: z.object({ perSecond: figure, p99: figure, processorMs: figure, busy: figure, generator: figure }),
  bytes: figure,
  good: figure,
  wrong: figure,
});
export type Measured = z.infer<typeof measured>;

/**
 * Whether the load generator was not the limit: the bare server, driven in the same way, answered four times as many;
 * or, for pages from memory, which come near to the bare server, both servers were busy all the time and the generator
 * was not. A figure that is not proven is not printed.
 */
export function isProven({ perSecond, busy, generator, bare }: Measured): boolean {
  if (bare.perSecond >= 4 * perSecond) return true;
  return busy >= 0.9 && bare.busy >= 0.9 && generator < 0.9 && bare.generator < 0.9;
}

/** Requests a second as a share of the bare server's. */
export const ratioOf = ({ perSecond, bare }: Measured): number => perSecond / bare.perSecond;

const size = z.object({
  products: z.number(),
  lines: z.array(measured),
  /** Kinds of request that were not measured. */
  skipped: z.array(z.string()),
  orders: z.number(),
  race: z.object({ buyers: z.number(), sold: z.number(), left: z.number() }),
  /** Megabytes of the server process: just started, at rest after the first pages, after everything, at rest again. */
  memory: z.object({ started: z.number(), idle: z.number(), after: z.number(), rested: z.number() }),
  /** Milliseconds from the start of the process to the first whole page. */
  start: z.object({ first: z.number().nullable(), second: z.number() }),
});

const run = z.object({
  at: z.string(),
  commit: z.string(),
  machine: z.string(),
  quick: z.boolean(),
});

const officeTime = z.object({ page: z.string(), small: z.number(), large: z.number(), ratio: z.number() });

/** tools/reports/benchmarks.json: the last run of each kind. */
export const results = z.object({
  shop: run.extend({ sizes: z.array(size) }).nullable(),
  office: run.extend({ pages: z.array(officeTime) }).nullable(),
});

export type Results = z.infer<typeof results>;
export type Size = z.infer<typeof size>;
export type Run = z.infer<typeof run>;

export type Goal = { goal: string; figure: string; met: boolean };

export const percent = (part: number) => `${(part * 100).toFixed(part < 0.1 ? 2 : 0)} %`;
const fromMemory = ["home", "shop", "category", "filtered and sorted list", "product"];
const made = ["filters never seen", "list for somebody signed in", "search, one in four with a typo"];

/**
 * Floors on two cores whose bare server sends 40,000 pages a second; on a slower machine compare two versions by turns.
 */
const leastOfMemory = 0.75;
/** Requests a second. */
const least: Record<string, number> = {
  "filters never seen": 200,
  "search, one in four with a typo": 250,
  suggestions: 2_500,
  "add to cart": 900,
  "place order": 250,
};
/** At every size, because none of them grows with the catalogue. */
const signedIn = ["home", "list", "product", "cart"].map((page) => `${page} for somebody signed in`);
const leastSignedIn = 200;
const mostRestedMegabytes = 400;
const mostMegabytes = 260;
const mostStartMs = 3_000;

/** What a run must show, and what it showed. Only goals whose figures are there and proven. */
export function goalsOf(sizes: readonly Size[]): Goal[] {
  const few = sizes.find(({ products }) => products < 1_000);
  const many = sizes.find(({ products }) => products >= 100_000);
  return [
    ...(few ? goalsOfFew(few) : []),
    ...(few && many ? goalsOfMany(few, many) : []),
    ...sizes.flatMap((at) => goalsOfAll(at)),
  ];
}

const lineOf = (at: Size, name: string) => at.lines.find((each) => each.name === name && isProven(each));

function goalsOfFew(few: Size): Goal[] {
  const goals = fromMemory.flatMap((name): Goal[] => {
    const found = lineOf(few, name);
    if (!found) return [];
    const times = found.p99 / found.bare.p99;
    return [
      {
        goal: `${name}: at least ${percent(leastOfMemory)} of the bare server`,
        figure: percent(ratioOf(found)),
        met: ratioOf(found) >= leastOfMemory,
      },
      {
        goal: `${name}: p99 at most 2 times the bare server's`,
        figure: `${times.toFixed(1)} times`,
        met: times <= 2,
      },
    ];
  });
  for (const [name, perSecond] of Object.entries(least)) {
    const found = lineOf(few, name);
    if (!found) continue;
    goals.push({
      goal: `${name}: at least ${perSecond} a second`,
      figure: `${found.perSecond.toFixed(0)} a second`,
      met: found.perSecond >= perSecond,
    });
  }
  return goals;
}

function goalsOfMany(few: Size, many: Size): Goal[] {
  return made.flatMap((name) => {
    const [one, other] = [lineOf(few, name), lineOf(many, name)];
    if (!one || !other) return [];
    const times = one.perSecond / other.perSecond;
    const goal = `${name}, ${many.products} products: at most 1.5 times the time of the demo catalogue`;
    return [{ goal, figure: `${times.toFixed(2)} times`, met: times <= 1.5 }];
  });
}

function goalsOfAll(at: Size): Goal[] {
  const { race, memory, start, products } = at;
  const pages = signedIn.flatMap((name): Goal[] => {
    const found = lineOf(at, name);
    if (!found) return [];
    const goal = `${name}, ${products} products: at least ${leastSignedIn} a second`;
    return [
      { goal, figure: `${found.perSecond.toFixed(0)} a second`, met: found.perSecond >= leastSignedIn },
    ];
  });
  return [
    ...pages,
    {
      goal: `memory a minute after the run, ${products} products: at most ${mostRestedMegabytes} MB`,
      figure: `${memory.rested.toFixed(0)} MB`,
      met: memory.rested <= mostRestedMegabytes,
    },
    {
      goal: `50 buyers of 10 pieces, ${products} products: 10 sold, none left`,
      figure: `${race.sold} sold, ${race.left} left`,
      met: race.sold === 10 && race.left === 0,
    },
    {
      goal: `memory at rest, ${products} products: at most ${mostMegabytes} MB`,
      figure: `${memory.idle.toFixed(0)} MB`,
      met: memory.idle <= mostMegabytes,
    },
    {
      goal: `second start, ${products} products: at most ${mostStartMs / 1_000} s`,
      figure: `${(start.second / 1_000).toFixed(1)} s`,
      met: start.second <= mostStartMs,
    },
  ];
}
