import { grouped, rupees, rupeesExact } from "../../../shop/money.ts";
import type { SalesBar } from "../../../shop/reports/sales-report.server.ts";
import { ScrollBox } from "../../ui/scroll-box.tsx";

const height = 200;
const step = 20;
const gap = 4;

type Shown = "revenue" | "orders";

/**
 * Bar chart of a period with a line for the previous one. Screen readers get one sentence and a table of the numbers.
 */
export function Chart({ bars, shown, label }: { bars: SalesBar[]; shown: Shown; label: string }) {
  const highest = Math.max(0, ...bars.flatMap(({ now, before }) => [now[shown], before[shown]]));
  const words = (value: number) => (shown === "revenue" ? rupees(value) : grouped(value));
  const y = (value: number) => height - (Math.max(0, value) / (highest || 1)) * height;
  const line = bars.map(({ before }, at) => `${at * step + step / 2},${y(before[shown])}`).join(" ");
  const best = bars.toSorted((one, other) => other.now[shown] - one.now[shown])[0];
  const every = Math.ceil(bars.length / 6);
  return (
    <figure className="chart grid gap-2">
      <figcaption className="flex flex-wrap gap-x-4 muted text-micro">
        <span className="is-now">This period</span>
        <span className="is-before">The period before</span>
        <span className="ml-auto num">Highest: {words(highest)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${bars.length * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={best ? `${label}. Highest: ${words(best.now[shown])}, ${best.label}.` : label}
      >
        {[0.25, 0.5, 0.75].map((part) => (
          <line key={part} x1="0" x2={bars.length * step} y1={height * part} y2={height * part} />
        ))}
        {bars.map(({ from, now }, at) => (
          <rect
            key={from}
            x={at * step + gap / 2}
            width={step - gap}
            y={y(now[shown])}
            height={height - y(now[shown])}
          />
        ))}
        <polyline points={line} vectorEffect="non-scaling-stroke" />
      </svg>
      <div className="chart-days grid muted text-micro whitespace-nowrap" aria-hidden="true">
        {bars.map(({ from, label: day }, at) =>
          at % every === 0 ? (
            <span key={from} style={{ gridColumn: `${at + 1} / span ${Math.min(every, bars.length - at)}` }}>
              {day}
            </span>
          ) : null,
        )}
      </div>
      <details className="min-w-0">
        <summary>Show as a table</summary>
        <ScrollBox label={`${label} as a table`}>
          <table className="plain-table text-micro whitespace-nowrap">
            <thead>
              <tr>
                <th scope="col">From</th>
                <th scope="col" className="number">
                  Orders
                </th>
                <th scope="col" className="number">
                  Previous period
                </th>
                <th scope="col" className="number">
                  Revenue
                </th>
                <th scope="col" className="number">
                  Previous period
                </th>
              </tr>
            </thead>
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.from}>
                  <th scope="row">{bar.label}</th>
                  <td className="number">{grouped(bar.now.orders)}</td>
                  <td className="number">{grouped(bar.before.orders)}</td>
                  <td className="number">{rupeesExact(bar.now.revenue)}</td>
                  <td className="number">{rupeesExact(bar.before.revenue)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      </details>
    </figure>
  );
}
