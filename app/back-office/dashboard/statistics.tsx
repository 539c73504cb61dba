import { grouped, rupeesExact } from "../../../shop/money.ts";
import { changeInPercent, type Period, periodNames } from "../../../shop/reports/periods.ts";
import type { SalesReport } from "../../../shop/reports/sales-report.server.ts";

/** The four statistics of the specification, compared with the previous period. */
export function Statistics({ metrics, period }: { metrics: SalesReport; period: Period }) {
  const { totals, period: sums } = metrics;
  const during = `in ${periodNames[period]}`;
  const { now, before, usersNow, usersBefore } = sums;
  return (
    <dl className="panel stats grid">
      <Stat name="Total Products" value={grouped(totals.products)} />
      <Stat
        name="Total Orders"
        value={grouped(totals.orders)}
        note={`${grouped(now.orders)} ${during}`}
        change={changeInPercent(now.orders, before.orders)}
      />
      <Stat
        name="Total Users"
        value={grouped(totals.users)}
        note={`${grouped(usersNow)} ${during}`}
        change={changeInPercent(usersNow, usersBefore)}
      />
      <Stat
        name="Total Revenue"
        value={rupeesExact(totals.revenue)}
        note={`${rupeesExact(now.revenue)} ${during}`}
        change={changeInPercent(now.revenue, before.revenue)}
      />
    </dl>
  );
}

function Stat({
  name,
  value,
  note,
  change,
}: {
  name: string;
  value: string;
  note?: string;
  change?: number | null;
}) {
  return (
    <div className="min-w-0 px-4 py-3">
      <dt className="muted">{name}</dt>
      <dd className="stat-value wrap-anywhere">{value}</dd>
      {note && (
        <dd className="muted text-micro">
          {note}
          {typeof change === "number" && (
            <span className={change < 0 ? "down" : "up"}>
              {" "}
              ({change > 0 ? "+" : change < 0 ? "−" : ""}
              {Math.abs(change)}% on the period before)
            </span>
          )}
        </dd>
      )}
    </div>
  );
}
