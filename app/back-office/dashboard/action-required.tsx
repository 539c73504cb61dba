import { Link } from "react-router";
import { age, dateAndTime } from "../../../shop/dates.ts";
import { grouped } from "../../../shop/money.ts";
import type { LowStockVariant } from "../../../shop/reports/best-sellers-and-low-stock.server.ts";
import { maxWaiting, type Waiting, waitingWords } from "../../../shop/reports/waiting-work.ts";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import { Notice } from "../../ui/notice.tsx";
import { MayLink } from "../parts/may.tsx";
import { Panel } from "../parts/screen-head.tsx";

/** What waits for somebody, each linked to the list that shows exactly it; null when it could not be read. */
export function ActionRequired({ work }: { work: { waiting: Waiting[]; at: Date } | null }) {
  if (!work)
    return (
      <Notice
        tone="wrong"
        title={officeMessages.statisticsFailed.title}
        text={officeMessages.statisticsFailed.text}
      />
    );
  return (
    <Panel title="Action required">
      {work.waiting.length === 0 && <p className="muted">Nothing waits for you.</p>}
      <ul className="rows">
        {work.waiting.map((one) => (
          <Row key={one.kind} waiting={one} now={work.at} />
        ))}
      </ul>
    </Panel>
  );
}

function Row({ waiting: { kind, count, oldest }, now }: { waiting: Waiting; now: Date }) {
  const { words, link } = waitingWords[kind];
  const isMore = count === maxWaiting && kind !== "low-stock";
  return (
    <li>
      <Link className="link" to={link}>
        {grouped(count)}
        {isMore && " or more"} {words[count === 1 ? 0 : 1]}
      </Link>
      {oldest && (
        <time className="muted whitespace-nowrap" dateTime={oldest.toISOString()} title={dateAndTime(oldest)}>
          <span className="sr-only">the oldest since </span>
          {age(oldest, now)}
        </time>
      )}
    </li>
  );
}

/** The sizes with the fewest pieces left. */
export function LowStock({ low }: { low: LowStockVariant[] }) {
  return (
    <Panel
      title="Low stock"
      aside={
        <Link className="link" to="/admin/inventory">
          Inventory
        </Link>
      }
    >
      {low.length === 0 && <p className="muted">Every size has more than five left.</p>}
      <ul className="rows">
        {low.map(({ id, productId, name, size, colour, left }) => (
          <li key={id}>
            <span>
              <MayLink permission="catalogue.edit" to={`/admin/products/${productId}`}>
                {name}
              </MayLink>
              <small>{[colour, size].filter(Boolean).join(" · ") || "One size"}</small>
            </span>
            <span className={`badge ${left === 0 ? "bad" : "warn"}`}>
              {left === 0 ? "Out of Stock" : `${left} left`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
