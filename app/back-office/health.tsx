import { CircleAlert, CircleCheck, type IconNode, TriangleAlert } from "lucide";
import { dateAndTime } from "../../shop/dates.ts";
import type { HealthState } from "../../shop/reports/health-checks.ts";
import { shopHealth } from "../../shop/reports/shop-health.server.ts";
import { servicesContext } from "../services-context.ts";
import { Icon } from "../ui/icon.tsx";
import type { Route } from "./+types/health";
import { ScreenHead } from "./parts/screen-head.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return { lines: await shopHealth(services), at: dateAndTime(services.clock.now()) };
}

const signs: Record<HealthState, { icon: IconNode; word: string; badge: string }> = {
  ok: { icon: CircleCheck, word: "In order", badge: "ok" },
  warn: { icon: TriangleAlert, word: "To set up", badge: "warn" },
  wrong: { icon: CircleAlert, word: "Action required", badge: "bad" },
};

export default function Health({ loaderData }: Route.ComponentProps) {
  const { lines, at } = loaderData;
  return (
    <>
      <ScreenHead title="Health" text={`What is set up and what is not. Checked on ${at}.`} />
      <ul className="panel rows">
        {lines.map(({ name, state, summary, todo }) => {
          const { icon, word, badge } = signs[state];
          return (
            <li key={name} className="items-start px-4 py-3 wrap-anywhere">
              <div>
                <h2>{name}</h2>
                <p>{summary}</p>
                {todo && <p className="muted">{todo}</p>}
              </div>
              <span className={`badge flex-none ${badge}`}>
                <Icon of={icon} className="icon icon-small" /> {word}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
