import { Suspense } from "react";
import { Form } from "react-router";
import { lazyPart, nothing } from "../../ui/lazy-part.tsx";
import { NotificationSettings } from "./choices/settings.tsx";
import { NotificationList } from "./notification-list.tsx";
import type { DataOf } from "./tab-data.server.ts";
import { tabAddress } from "./tabs.ts";

const PushSwitch = lazyPart(() => import("../../parts/account/push-switch.tsx"), nothing);

export default function Notifications({ data }: { data: DataOf<"notifications"> }) {
  return (
    <>
      <NotificationList notifications={data.notifications} />
      <Push devices={data.devices} />
      <NotificationSettings {...data} />
    </>
  );
}

/** Push consent for this device, and switching push off on all devices, which works without scripts. */
function Push({ devices }: { devices: number }) {
  return (
    <section className="grid gap-3 mb-6 pb-6 border-b border-line" aria-labelledby="push">
      <h2 id="push" className="h3 mt-8">
        On your phone or computer
      </h2>
      <p>A short message when an order of yours moves on, or when something you wait for is back in stock.</p>
      <div className="flex flex-wrap items-start gap-2">
        <Suspense>
          <PushSwitch />
        </Suspense>
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
