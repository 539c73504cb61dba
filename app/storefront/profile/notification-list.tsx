import {
  type IconNode,
  IndianRupee,
  Package,
  PackageCheck,
  PackageX,
  RotateCcw,
  ShieldCheck,
  Truck,
} from "lucide";
import { Form, href, Link } from "react-router";
import { dateAndTime } from "../../../shop/dates.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { DataOf } from "./tab-data.server.ts";
import { tabAddress } from "./tabs.ts";

type Shown = DataOf<"notifications">["notifications"];

const looks: Record<Shown[number]["topic"], { icon: IconNode; tone: string }> = {
  order: { icon: Package, tone: "info" },
  parcel: { icon: Truck, tone: "info" },
  delivered: { icon: PackageCheck, tone: "ok" },
  stopped: { icon: PackageX, tone: "bad" },
  money: { icon: IndianRupee, tone: "warn" },
  return: { icon: RotateCcw, tone: "warn" },
  account: { icon: ShieldCheck, tone: "" },
};

/** By day, the newest first. */
export function NotificationList({ notifications }: { notifications: Shown }) {
  if (notifications.length === 0)
    return (
      <EmptyState
        title="No notifications"
        text="Updates about your account and your orders appear here."
        link={{ to: href("/shop"), label: "Start Shopping" }}
      />
    );
  const days = [...new Set(notifications.map(({ day }) => day))];
  return (
    <>
      {notifications.some(({ unread }) => unread) && (
        <Form method="post" action={tabAddress("notifications")}>
          <button className="btn btn-secondary btn-medium" type="submit" name="intent" value="read">
            Mark all as read
          </button>
        </Form>
      )}
      {days.map((day) => (
        <section key={day}>
          <h2 className="h3 mt-6 mb-1">{day}</h2>
          <ul className="notifications rows">
            {notifications
              .filter((one) => one.day === day)
              .map((one) => (
                <Item key={one.id} {...one} />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Item({ id, topic, title, text, link, at, unread }: Shown[number]) {
  const { icon, tone } = looks[topic];
  return (
    <li>
      <span className={`badge notification-icon ${tone}`}>
        <Icon of={icon} />
      </span>
      <div>
        <p>
          <b>{title}</b> {unread && <span className="badge info">New</span>}
        </p>
        {text && <p>{text}</p>}
        <p className="hint">
          <time dateTime={at}>{dateAndTime(at)}</time>
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-2">
        {link && (
          <Link className="btn btn-secondary btn-medium" to={link} aria-label={`See: ${title}`}>
            See
          </Link>
        )}
        {unread && (
          <Form method="post" action={tabAddress("notifications")}>
            <input type="hidden" name="id" value={id} />
            <button
              className="btn btn-link btn-medium"
              type="submit"
              name="intent"
              value="read"
              aria-label={`Mark as read: ${title}`}
            >
              Mark as read
            </button>
          </Form>
        )}
      </div>
    </li>
  );
}
