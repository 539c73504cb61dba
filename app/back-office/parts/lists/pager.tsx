import { Link, useSearchParams } from "react-router";
import { grouped } from "../../../../shop/money.ts";
import { changedListQuery, countLabel, type ListChange, type Paging } from "./list-address.ts";

/** "51-100 of 1,000+", with links to the previous and next page. */
export function Pager({ paging, shown, label }: { paging: Paging; shown: number; label: string }) {
  const { previous, next } = paging;
  if (shown === 0 && !previous) return null;
  return (
    <nav
      className="flex flex-wrap items-center justify-between gap-2 px-4 py-3"
      aria-label={`Pages of ${label}`}
    >
      <span className="muted num">{placeOf(paging, shown)}</span>
      {(previous || next) && (
        <span className="flex gap-2">
          <Step change={previous} label="Previous" />
          <Step change={next} label="Next" />
        </span>
      )}
    </nav>
  );
}

function Step({ change, label }: { change: ListChange | null; label: string }) {
  const [params] = useSearchParams();
  return change ? (
    <Link className="btn btn-secondary" to={changedListQuery(params, change)}>
      {label}
    </Link>
  ) : (
    <span className="btn btn-secondary" aria-disabled="true">
      {label}
    </span>
  );
}

function placeOf({ from, total, previous, next }: Paging, shown: number): string {
  const isWhole = previous === null && next === null;
  const of = total ?? (isWhole ? { count: shown, exact: true } : null);
  const rows =
    from === undefined
      ? grouped(shown)
      : shown === 0
        ? "None here"
        : `${grouped(from)}–${grouped(from + shown - 1)}`;
  // Counting has stopped before this page.
  const isBeyond = of && !of.exact && from !== undefined && from + shown > of.count;
  if (!of || isBeyond) return from === undefined ? `${rows} shown` : rows;
  return `${rows} of ${countLabel(of)}`;
}
