import type { Services } from "../../../platform/services.server.ts";
import { bestSellers } from "../../../shop/reports/best-sellers-and-low-stock.server.ts";
import { type Period, periods } from "../../../shop/reports/periods.ts";
import { salesReport } from "../../../shop/reports/sales-report.server.ts";

export function readPeriod(asked: string | null): Period {
  return periods.find((period) => period === asked) ?? "30d";
}

/** The dashboard's metrics; null when the query failed, so that the lists below still render. */
export async function dashboardMetrics(services: Services, period: Period) {
  try {
    const [metrics, best] = await Promise.all([salesReport(services, period), bestSellers(services)]);
    return { metrics, best };
  } catch (error) {
    services.log.error({ err: error }, "the metrics of the dashboard failed");
    return null;
  }
}

export type DashboardMetrics = NonNullable<Awaited<ReturnType<typeof dashboardMetrics>>>;
