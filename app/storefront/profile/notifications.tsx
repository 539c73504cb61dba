import { Form, Link } from "react-router";
import { shortDate } from "../../../shop/dates.ts";
import { PushSwitch } from "../../parts/account/push-switch.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { DataOf } from "./tab-data.server.ts";
import { tabAddress } from "./tabs.ts";

export function Notifications({ data }: { data: DataOf<"notifications"> }) {
  return (
    <>
      <Push devices={data.devices} />
      <List notifications={data.notifications} />
    </>
  );
}

/** Consent to push, for this device, and its end on all of them, which needs no scripts. */
function Push({ devices }: { devices: number }) {
  return (
    <section className="push" aria-labelledby="push">
      <h2 id="push" className="order-part">
        On your phone or computer
      </h2>
      <p>A short message when an order of yours moves on, or when something you wait for is back in stock.</p>
      <div className="profile-actions">
        <PushSwitch />
        {devices > 0 && (
          <Form method="post" action={tabAddress("notifications")}>
            <button className="btn btn-link btn-medium" type="submit" name="intent" value="push-off-all">
              Stop on all devices ({devices})
            </button>
          </Form>
        )}
      </div>
    </section>
  );
}

function List({ notifications }: Pick<DataOf<"notifications">, "notifications">) {
  if (notifications.length === 0)
    return (
      <EmptyState title="No notifications" text="Updates about your account and your orders appear here." />
    );
  return (
    <>
      {notifications.some(({ unread }) => unread) && (
        <Form method="post" action={tabAddress("notifications")}>
          <button className="btn btn-secondary btn-medium" type="submit" name="intent" value="read">
            Mark all as read
          </button>
        </Form>
      )}
      <ul className="profile-list">
        {notifications.map(({ id, title, text, link, at, unread }) => (
          <li key={id}>
            <div>
              <p>
                <b>{title}</b> {unread && <span className="badge info">New</span>}
              </p>
              {text && <p>{text}</p>}
              <p className="hint">
                <time dateTime={at}>{shortDate(at)}</time>
              </p>
            </div>
            <div className="profile-actions">
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
        ))}
      </ul>
    </>
  );
}
