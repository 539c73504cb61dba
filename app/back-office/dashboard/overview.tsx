import { Link, useSearchParams } from "react-router";
import { grouped, rupees, rupeesExact } from "../../../shop/money.ts";
import { type OrderStatus, orderStatuses, statusLabels } from "../../../shop/orders/orders.ts";
import { type Period, periodNames, periods } from "../../../shop/reports/periods.ts";
import type { SalesShare } from "../../../shop/reports/sales-report.server.ts";
import { changedListQuery } from "../parts/lists/list-address.ts";
import { MayLink } from "../parts/may.tsx";
import { Panel } from "../parts/screen-head.tsx";
import { Chart } from "./chart.tsx";
import type { DashboardMetrics } from "./metrics.server.ts";
import { NamedBars } from "./named-bars.tsx";
import { Statistics } from "./statistics.tsx";

const methodNames: Record<string, string> = {
  cod: "Cash on delivery",
  online: "Prepaid",
  whatsapp: "WhatsApp",
};
const tones: Partial<Record<string, string>> = { pending: "warn", delivered: "ok", cancelled: "bad" };
const maxStates = 8;

export function Overview({ shown, period }: { shown: DashboardMetrics; period: Period }) {
  const [params] = useSearchParams();
  const { metrics, best } = shown;
  const { bars, methods, states, statuses, period: sums } = metrics;
  const statusPart = (status: OrderStatus): SalesShare & { name: string } => ({
    ...(statuses.find(({ value }) => value === status) ?? { value: status, orders: 0, revenue: 0 }),
    name: statusLabels[status],
  });
  return (
    <>
      <Statistics metrics={metrics} period={period} />
      <nav className="flex flex-wrap gap-2" aria-label="Period">
        {periods.map((one) => (
          <Link
            key={one}
            className="chip min-h-tap"
            to={changedListQuery(params, { period: one })}
            aria-current={one === period ? "true" : undefined}
            preventScrollReset
          >
            {periodNames[one]}
          </Link>
        ))}
      </nav>
      <div className="panels halves">
        <Panel
          title={`Revenue, last ${periodNames[period]}`}
          aside={<span className="num muted">{rupeesExact(sums.now.revenue)}</span>}
        >
          <Chart bars={bars} shown="revenue" label={`Revenue, last ${periodNames[period]}`} />
        </Panel>
        <Panel
          title={`Orders, last ${periodNames[period]}`}
          aside={<span className="num muted">{grouped(sums.now.orders)}</span>}
        >
          <Chart bars={bars} shown="orders" label={`Orders, last ${periodNames[period]}`} />
        </Panel>
        <Panel title="Orders by status">
          <NamedBars
            parts={orderStatuses.map(statusPart)}
            shown="orders"
            empty="No orders yet."
            tone={(value) => tones[value] ?? ""}
          />
        </Panel>
        <Panel title="Cash on delivery vs prepaid">
          <NamedBars
            parts={methods.map((part) => ({ ...part, name: methodNames[part.value] ?? part.value }))}
            shown="revenue"
            empty="No orders in this period."
          />
        </Panel>
        <Panel title="Revenue by state">
          <NamedBars
            parts={states.slice(0, maxStates).map((part) => ({ ...part, name: part.value || "Unknown" }))}
            shown="revenue"
            empty="No orders in this period."
          />
        </Panel>
        <Panel title="Best sellers, last 30 days">
          {best.length === 0 && <p className="muted">No sales in the last 30 days.</p>}
          <ol className="rows">
            {best.map(({ productId, name, units, revenue }) => (
              <li key={productId}>
                <MayLink permission="catalogue.edit" to={`/admin/products/${productId}`}>
                  {name}
                </MayLink>
                <span className="num whitespace-nowrap text-end">
                  {grouped(units)} sold
                  <small>{rupees(revenue)}</small>
                </span>
              </li>
            ))}
          </ol>
        </Panel>
      </div>
    </>
  );
}
