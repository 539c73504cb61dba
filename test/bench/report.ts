import { type Goal, goalsOf, type Results, type Run } from "./results.ts";

const round = (figure: number, digits = 0) => figure.toFixed(digits);

/** docs/benchmarks.md from the figures of docs/benchmarks.json. */
export function report({ shop, office }: Results): string {
  return [
    "# Benchmarks",
    "",
    "Written by `npm run bench` and `npm run bench -- office`; the same figures stand in `benchmarks.json`. In the same",
    "run a bare `node:http` server in a process of its own repeats the very bytes that the shop answered, and both are",
    "driven in turn, so only the ratios say something about another machine.",
    "",
    ...(shop ? shopPart(shop) : []),
    ...(office ? officePart(office) : []),
  ].join("\n");
}

function shopPart(shop: NonNullable<Results["shop"]>): string[] {
  const lines = ["## The shop", "", words(shop), ""];
  for (const { products, lines: measured, skipped, memory, start, race, orders } of shop.sizes) {
    lines.push(
      `### ${products} products`,
      "",
      ...table(
        [
          "",
          "at once",
          "a second",
          "p50 ms",
          "p99 ms",
          "bare a second",
          "bare p99 ms",
          "ratio",
          "bytes sent",
        ],
        measured.map((one) => [
          one.wrong > 0 ? `${one.name} (${one.wrong} not as asked)` : one.name,
          round(one.connections),
          round(one.perSecond, one.perSecond < 100 ? 1 : 0),
          round(one.p50),
          round(one.p99),
          round(one.barePerSecond),
          round(one.bareP99),
          `${round(one.ratio * 100, one.ratio < 0.1 ? 2 : 0)} %`,
          round(one.bytes),
        ]),
      ),
      ...skipped.map((name) => `Skipped, because its address answers 404: ${name}.`),
      `Memory of the server process: ${round(memory.started)} MB just started, ${round(memory.idle)} MB at rest after the`,
      `first pages, ${round(memory.after)} MB right after the benchmark, ${round(memory.rested)} MB at rest again. From start to first`,
      `page: ${start.first === null ? "" : `${round(start.first / 1000, 1)} s the first time (the demo shop is filled), `}${round(start.second / 1000, 1)} s the second.`,
      `${orders} orders placed, each looked at afterwards. ${race.buyers} buyers of 10 pieces: ${race.sold} sold, ${race.left} left.`,
      "",
    );
  }
  const goals = goalsOf(shop.sizes);
  return [...lines, "### What it must show", "", ...goalTable(goals)];
}

const goalTable = (goals: Goal[]) =>
  table(
    ["goal", "seen", ""],
    goals.map(({ goal, figure, met }) => [goal, figure, met ? "met" : "**not met**"]),
  );

function officePart(office: NonNullable<Results["office"]>): string[] {
  const slow = office.pages.filter(({ ratio }) => ratio > 2);
  return [
    "## The back office",
    "",
    words(office),
    "",
    "Every list, filter, search, sort and tab as a whole page over HTTP, the middle of 15, at the demo catalogue with 1,000",
    "orders and at 100,000 products with 1,000,000 orders. Goal: at most twice the time.",
    slow.length === 0 ? "All keep it." : `${slow.length} of ${office.pages.length} do not.`,
    "",
    ...table(
      ["page", "1,000 orders, ms", "1,000,000 orders, ms", "ratio", ""],
      office.pages.map(({ page, small, large, ratio }) => [
        `\`${page}\``,
        round(small, 1),
        round(large, 1),
        round(ratio, 2),
        ratio <= 2 ? "met" : "**not met**",
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
