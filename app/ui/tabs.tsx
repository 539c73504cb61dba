import { type KeyboardEvent, useEffect, useRef } from "react";
import { Link } from "react-router";

export type Tab = { to: string; label: string; count?: number; selected: boolean };

/** Tabs as links: they work without scripts, can be shared, and support the arrow keys. */
export function Tabs({ label, panel, tabs }: { label: string; panel: string; tabs: Tab[] }) {
  const row = useRef<HTMLDivElement>(null);
  const selected = tabs.findIndex((tab) => tab.selected);
  // On a phone the row scrolls: bring the active tab into view.
  useEffect(() => {
    const strip = row.current;
    const tab = strip?.children[selected];
    if (!strip || !tab) return;
    const [outer, inner] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()];
    strip.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }, [selected]);
  return (
    <div ref={row} className="tabs" role="tablist" aria-label={label} onKeyDown={moveBetweenTabs}>
      {tabs.map(({ to, label, count, selected }) => (
        <Link
          key={to}
          to={to}
          role="tab"
          className="tab"
          aria-selected={selected}
          aria-controls={panel}
          preventScrollReset
          replace
        >
          {label} {count !== undefined && <span className="num text-micro font-normal muted">{count}</span>}
        </Link>
      ))}
    </div>
  );
}

function moveBetweenTabs(event: KeyboardEvent<HTMLDivElement>) {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const here = all.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const next = all.at(to % all.length);
  next?.focus();
  next?.click();
}
