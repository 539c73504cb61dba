import { CircleAlert, CircleCheck, type IconNode, TriangleAlert } from "lucide";
import type { HealthCheck, HealthState } from "../../../shop/reports/health-checks.ts";
import { Icon } from "../../ui/icon.tsx";

const signs: Record<HealthState, { icon: IconNode; word: string; badge: string }> = {
  ok: { icon: CircleCheck, word: "In order", badge: "ok" },
  warn: { icon: TriangleAlert, word: "To set up", badge: "warn" },
  wrong: { icon: CircleAlert, word: "Action required", badge: "bad" },
};

/** Checks of the shop's health, with what to do about each. */
export function HealthLines({ lines }: { lines: readonly HealthCheck[] }) {
  return (
    <ul className="panel rows">
      {lines.map(({ name, state, summary, todo }) => {
        const { icon, word, badge } = signs[state];
        return (
          <li key={name} className="health-line items-start px-4 py-3 wrap-anywhere">
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
  );
}
