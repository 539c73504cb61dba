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
    "Written by `npm run bench` and `npm run bench -- office`. The first seconds of each kind of request, processor time and",
    "the figures of the bare server are in `benchmarks.json`. That is a `node:http` server in a process of its own, which",
    "sends the same bytes; wrk drives both in turn, so only the share of the bare server applies to another machine.",
    "",
    '"Not proven": the load generator may have been the limit (`isProven` in `tools/bench/results.ts`).',
    "",
    ...(shop ? shopPart(shop) : []),
    ...(office ? officePart(office) : []),
  ].join("\n");
}

const perSecondText = (figure: number) => round(figure, figure < 100 ? 1 : 0);

/** A row for each kind of request, with the figures of each size side by side. */
function requests(sizes: readonly Size[]): string[] {
  const kinds = new Map(sizes.flatMap(({ lines }) => lines).map((one) => [one.name, one.connections]));
  const heads = sizes.flatMap(({ products }) => [`${products} products, a second`, "p99 ms", "of bare"]);
  const rows = [...kinds].map(([name, connections]) => [
    name,
    round(connections),
    ...sizes.flatMap(({ lines }) => cellsOf(lines.find((line) => line.name === name))),
  ]);
  return table(["request", "at once", ...heads], rows);
}

function cellsOf(one: Measured | undefined): string[] {
  if (!one) return ["", "", ""];
  if (!isProven(one)) return ["not proven", "", ""];
  const wrong = one.wrong > 0 ? ` (${one.wrong} not as asked)` : "";
  return [`${perSecondText(one.perSecond)}${wrong}`, round(one.p99, 1), percent(ratioOf(one))];
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
  const lines = ["## The shop", "", words(shop), "", ...requests(shop.sizes)];
  for (const { products, skipped, memory, start, race, orders } of shop.sizes) {
    lines.push(
      `${products} products:`,
      "",
      ...skipped.map((name) => `- skipped, because its address answers 404: ${name}`),
      `- memory in MB: ${round(memory.started)} started, ${round(memory.idle)} at rest, ${round(memory.after)} after the run, ${round(memory.rested)} a minute later`,
      `- first page: ${firstPage(start)}`,
      `- ${orders} orders checked; ${race.buyers} buyers of 10 units: ${race.sold} sold, ${race.left} left`,
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

const firstPage = ({ first, second }: Size["start"]) =>
  [
    ...(first === null ? [] : [`${round(first / 1000, 1)} s after the first start`]),
    `${round(second / 1000, 1)} s after the second`,
  ].join(", ");

function officePart(office: NonNullable<Results["office"]>): string[] {
  const slow = office.pages.filter(({ ratio }) => ratio > 2);
  return [
    "## The back office",
    "",
    words(office),
    "",
    "Every list, filter, search, sort and tab as a whole page over HTTP, the middle of 15, at the demo catalogue with 1,000",
    "orders and at 100,000 products with 1,000,000 orders. Goal: at most twice the time.",
    `${slow.length} of ${office.pages.length} take longer:`,
    "",
    ...table(
      ["page", "1,000 orders, ms", "1,000,000 orders, ms", "ratio"],
      slow
        .sort((one, other) => other.ratio - one.ratio)
        .map(({ page, small, large, ratio }) => [
          `\`${page}\``,
          round(small, 1),
          round(large, 1),
          round(ratio, 2),
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
