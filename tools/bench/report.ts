import {
  goalsOf,
  isProven,
  type Measured,
  percent,
  type Results,
  type Run,
  ratioOf,
  type Size,
} from "./results.ts";

const round = (figure: number, digits = 0) => figure.toFixed(digits);

/** tools/reports/benchmarks.md from the figures of tools/reports/benchmarks.json. */
export function report({ shop, office }: Results): string {
  return [
    "# Benchmarks",
    "",
    "Written by `npm run bench` and `npm run bench -- office`; all figures are in `benchmarks.json`. In the same run a bare",
    "`node:http` server in its own process sends the same bytes, and wrk drives both in turn, so only the ratios apply to",
    "another machine. Processor time is that of the server and its PostgreSQL for one request.",
    "",
    `"At first" is the first two seconds; the rest is measured once rounds get no faster. A figure is printed only when the`,
    "generator was not the limit: the bare server answered four times as many, or, for pages from memory, both servers took",
    "a whole core and the generator less than 90 % of its own.",
    "",
    ...(shop ? shopPart(shop) : []),
    ...(office ? officePart(office) : []),
  ].join("\n");
}

const heads = [
  "",
  "at once",
  "at first",
  "a second",
  "p99 ms",
  "processor ms",
  "bare a second",
  "bare p99 ms",
  "ratio",
];

const perSecondText = (figure: number) => round(figure, figure < 100 ? 1 : 0);

function cellsOf(one: Measured): string[] {
  const { connections, cold, perSecond, p99, processorMs, bare } = one;
  const name = one.wrong > 0 ? `${one.name} (${one.wrong} not as asked)` : one.name;
  const speed = (cells: string[]) => (isProven(one) ? cells : cells.map(() => "not proven"));
  return [
    name,
    round(connections),
    cold === undefined ? "" : perSecondText(cold),
    ...speed([perSecondText(perSecond), round(p99, 1)]),
    round(processorMs, 2),
    round(bare.perSecond),
    round(bare.p99, 1),
    ...speed([percent(ratioOf(one))]),
  ];
}

/** Lines for a terminal: this run beside an earlier one, by ratio to the bare server and by processor time. */
export function comparison(earlier: readonly Size[], now: readonly Size[]): string[] {
  return now.flatMap(({ products, lines }) => {
    const before = earlier.find((size) => Math.abs(size.products - products) < products / 10);
    return lines.flatMap((line) => {
      const old = before?.lines.find(({ name }) => name === line.name);
      if (!old) return [];
      const ratios = [old, line].map((one) => (isProven(one) ? percent(ratioOf(one)) : "not proven"));
      const times = [old, line].map(({ processorMs }) => `${processorMs.toFixed(2)} ms`);
      return [`${products} products, ${line.name}: ${ratios.join(" -> ")} of bare, ${times.join(" -> ")}`];
    });
  });
}

function shopPart(shop: NonNullable<Results["shop"]>): string[] {
  const lines = ["## The shop", "", words(shop), ""];
  for (const { products, lines: measured, skipped, memory, start, race, orders } of shop.sizes) {
    lines.push(
      `### ${products} products`,
      "",
      ...table(heads, measured.map(cellsOf)),
      ...skipped.map((name) => `Skipped, because its address answers 404: ${name}.`),
      `Memory: ${round(memory.started)} MB started, ${round(memory.idle)} MB at rest, ${round(memory.after)} MB after the run, ${round(memory.rested)} MB at rest again. First page:`,
      `${start.first === null ? "" : `${round(start.first / 1000, 1)} s after the first start, `}${round(start.second / 1000, 1)} s after the second. ${orders} orders checked. ${race.buyers} buyers of 10`,
      `pieces: ${race.sold} sold, ${race.left} left.`,
      "",
    );
  }
  const goals = goalsOf(shop.sizes);
  const missed = goals.filter(({ met }) => !met);
  return [
    ...lines,
    "### Goals",
    "",
    `${goals.length - missed.length} of ${goals.length} goals (\`tools/bench/results.ts\`) are met. Not met:`,
    "",
    ...missed.map(({ goal, figure }) => `- ${goal}: ${figure}`),
    "",
  ];
}

const shownPages = 10;

function officePart(office: NonNullable<Results["office"]>): string[] {
  const slow = office.pages.filter(({ ratio }) => ratio > 2);
  return [
    "## The back office",
    "",
    words(office),
    "",
    "Every list, filter, search, sort and tab as a whole page over HTTP, the middle of 15, at the demo catalogue with 1,000",
    "orders and at 100,000 products with 1,000,000 orders. Goal: at most twice the time.",
    `${slow.length} of ${office.pages.length} take longer. The ${shownPages} with the highest ratio:`,
    "",
    ...table(
      ["page", "1,000 orders, ms", "1,000,000 orders, ms", "ratio"],
      [...office.pages]
        .sort((one, other) => other.ratio - one.ratio)
        .slice(0, shownPages)
        .map(({ page, small, large, ratio }) => [
          `\`${page}\``,
          round(small, 1),
          round(large, 1),
          ratio <= 2 ? round(ratio, 2) : `**${round(ratio, 2)}**`,
        ]),
    ),
  ];
}

const words = ({ at, commit, machine, quick }: Run) =>
  `${at.slice(0, 10)}, commit ${commit}, ${machine}${quick ? ", quick form" : ""}.`;

function table(head: string[], rows: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line), ""];
}
