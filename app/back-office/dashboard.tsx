import { longDate } from "../../shop/dates.ts";
import { messages } from "../parts/messages.ts";
import { servicesContext } from "../services-context.ts";
import { Notice } from "../ui/notice.tsx";
import { adminOnly } from "../web/guards.server.ts";
import { useLive } from "../web/use-live.ts";
import type { Route } from "./+types/dashboard";
import { dashboardFigures, readPeriod } from "./dashboard/figures.server.ts";
import { Overview } from "./dashboard/overview.tsx";
import { ScreenHead } from "./parts/screen-head.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  adminOnly(context, request);
  const services = context.get(servicesContext);
  const period = readPeriod(new URL(request.url).searchParams.get("period"));
  return {
    today: longDate(services.clock.now()),
    period,
    shown: await dashboardFigures(services, period),
  };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { today, period, shown } = loaderData;
  useLive(["orders/all"]);
  return (
    <div className="dashboard">
      <ScreenHead title="Dashboard" text={today} />
      {shown ? (
        <Overview shown={shown} period={period} />
      ) : (
        <Notice tone="wrong" title={messages.statisticsFailed.title} text={messages.statisticsFailed.text} />
      )}
    </div>
  );
}
