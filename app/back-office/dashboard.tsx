import { href, redirect } from "react-router";
import { can } from "../../shop/access/actor.ts";
import { longDate } from "../../shop/dates.ts";
import { lowStockVariants } from "../../shop/reports/best-sellers-and-low-stock.server.ts";
import { waitingWork } from "../../shop/reports/waiting-work.server.ts";
import { shopOpening } from "../../shop/settings/opening.server.ts";
import { mayOpen, staffOf, userOf } from "../http/guards.server.ts";
import { useLiveUpdates } from "../http/live/use-live-updates.ts";
import * as officeMessages from "../parts/messages/office/office-messages.ts";
import { servicesContext } from "../services-context.ts";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/dashboard";
import { ActionRequired, LowStock } from "./dashboard/action-required.tsx";
import { dashboardMetrics, readPeriod } from "./dashboard/metrics.server.ts";
import { Overview } from "./dashboard/overview.tsx";
import { tabList } from "./dashboard/tab-lists.server.ts";
import { TabLists } from "./dashboard/tab-lists.tsx";
import { AddProduct } from "./parts/lists/product-list.tsx";
import { useMay } from "./parts/may.tsx";
import { ScreenHead } from "./parts/screen-head.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const setup = href("/admin/setup");
  // A shop that was never open has no figures yet: its start page is what is to do.
  const { isOpen, wasOpen } = await shopOpening(services);
  if (!isOpen && !wasOpen && !new URL(request.url).search && mayOpen(userOf(context), setup))
    throw redirect(setup);
  const period = readPeriod(new URL(request.url).searchParams.get("period"));
  const staff = staffOf(context);
  const reports = can(staff, "reports.view");
  const [work, low, shown, list] = await Promise.all([
    waitingWork(services, staff).catch((error: unknown) => {
      services.log.error({ err: error }, "what waits for somebody could not be read");
      return null;
    }),
    can(staff, "catalogue.view") ? lowStockVariants(services) : null,
    reports ? dashboardMetrics(services, period) : null,
    tabList(services, staff, request),
  ]);
  return { reports, today: longDate(services.clock.now()), work, low, period, shown, list };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { reports, today, work, low, period, shown, list } = loaderData;
  const may = useMay();
  useLiveUpdates([
    "products",
    ...(may("orders.view") ? ["orders/all"] : []),
    ...(may("messages.answer") ? ["messages/all"] : []),
  ]);
  return (
    <div className="dashboard panels">
      <ScreenHead title="Dashboard" text={today}>
        <AddProduct />
      </ScreenHead>
      <div className="panels halves">
        <ActionRequired work={work} />
        {low && <LowStock low={low} />}
      </div>
      {shown && <Overview shown={shown} period={period} />}
      {reports && !shown && (
        <Notice
          tone="wrong"
          title={officeMessages.statisticsFailed.title}
          text={officeMessages.statisticsFailed.text}
        />
      )}
      {list && <TabLists list={list} period={period} />}
    </div>
  );
}
