import { grouped, rupees } from "../../../shop/money.ts";
import type { SalesShare } from "../../../shop/reports/sales-report.server.ts";

/** Named bars with their numbers, sorted by value or in the given order. Screen readers get a list. */
export function NamedBars({
  parts,
  shown,
  empty,
  tone = () => "",
}: {
  parts: (SalesShare & { name: string })[];
  shown: "orders" | "revenue";
  empty: string;
  tone?: (value: string) => string;
}) {
  if (parts.length === 0) return <p className="muted">{empty}</p>;
  const highest = Math.max(1, ...parts.map((part) => part[shown]));
  return (
    <ul className="named-bars grid gap-2">
      {parts.map((part) => (
        <li key={part.value}>
          <span>{part.name}</span>
          <i
            className={tone(part.value)}
            style={{ width: `${(Math.max(0, part[shown]) / highest) * 100}%` }}
            aria-hidden="true"
          />
          <b className="num font-medium">
            {shown === "revenue" ? rupees(part.revenue) : grouped(part.orders)}
          </b>
        </li>
      ))}
    </ul>
  );
}
