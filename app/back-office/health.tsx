import { dateAndTime } from "../../shop/dates.ts";
import { shopHealth } from "../../shop/reports/shop-health.server.ts";
import { servicesContext } from "../services-context.ts";
import type { Route } from "./+types/health";
import { HealthLines } from "./parts/health-lines.tsx";
import { ScreenHead } from "./parts/screen-head.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return { lines: await shopHealth(services), at: dateAndTime(services.clock.now()) };
}

export default function Health({ loaderData }: Route.ComponentProps) {
  const { lines, at } = loaderData;
  return (
    <>
      <ScreenHead title="Health" text={`What is set up and what is not. Checked on ${at}.`} />
      <HealthLines lines={lines} />
    </>
  );
}
