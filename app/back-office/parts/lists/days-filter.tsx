import { useSearchParams } from "react-router";

const own = new Set(["from", "to", "after", "before", "page"]);

/**
 * The days that a list shows, folded until they are asked for. It keeps the other parameters of the address. In: the
 * first and the last day, "2026-11-21"; null or "" for an open end.
 */
export function DaysFilter({ from, to }: { from: string | null; to: string | null }) {
  const [params] = useSearchParams();
  return (
    <details className="more-filters">
      <summary className="btn btn-secondary">
        {from || to ? `${from || "Begin"} to ${to || "today"}` : "Dates"}
      </summary>
      <form method="get" className="flex flex-wrap items-center gap-2">
        {[...params].map(([name, value]) =>
          own.has(name) ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        <label>
          From{" "}
          <input
            className="input w-auto"
            type="date"
            name="from"
            key={`from ${from}`}
            defaultValue={from ?? ""}
          />
        </label>
        <label>
          To <input className="input w-auto" type="date" name="to" key={`to ${to}`} defaultValue={to ?? ""} />
        </label>
        <button type="submit" className="btn btn-secondary">
          Show days
        </button>
      </form>
    </details>
  );
}
