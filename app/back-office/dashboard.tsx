import { longDate } from "../../shop/dates.ts";
import { messages } from "../parts/messages/messages.ts";
import { servicesContext } from "../services-context.ts";
import { Notice } from "../ui/notice.tsx";
import { useLiveUpdates } from "../web/use-live-updates.ts";
import type { Route } from "./+types/dashboard";
import { dashboardMetrics, readPeriod } from "./dashboard/metrics.server.ts";
import { Overview } from "./dashboard/overview.tsx";
import { tabList } from "./dashboard/tab-lists.server.ts";
import { TabLists } from "./dashboard/tab-lists.tsx";
import { AddProduct } from "./parts/products/product-list.tsx";
import { ScreenHead } from "./parts/screen-head.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const period = readPeriod(new URL(request.url).searchParams.get("period"));
  const [shown, list] = await Promise.all([dashboardMetrics(services, period), tabList(services, request)]);
  return { today: longDate(services.clock.now()), period, shown, list };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { today, period, shown, list } = loaderData;
  useLiveUpdates(["orders/all", "products"]);
  return (
    <div className="dashboard">
      <ScreenHead title="Dashboard" text={today}>
        <AddProduct />
      </ScreenHead>
      {shown ? (
        <Overview shown={shown} period={period} />
      ) : (
        <Notice tone="wrong" title={messages.statisticsFailed.title} text={messages.statisticsFailed.text} />
      )}
      <TabLists list={list} period={period} />
    </div>
  );
}
