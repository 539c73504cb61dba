import type { Services } from "../../../platform/services.server.ts";
import { addressesOf } from "../../../shop/accounts/customer/addresses.server.ts";
import { hasPassword } from "../../../shop/accounts/customer/change-password.server.ts";
import { notificationsOf } from "../../../shop/accounts/customer/notifications.server.ts";
import { profileOf } from "../../../shop/accounts/customer/profile.server.ts";
import { sessionsOf } from "../../../shop/accounts/sessions.server.ts";
import { isSubscribed } from "../../../shop/content/newsletter/account-subscription.server.ts";
import { dayHeading } from "../../../shop/dates.ts";
import { preferencesOf } from "../../../shop/notifications/preferences.server.ts";
import { ordersOf } from "../../../shop/orders/read-orders.server.ts";
import { deviceCount } from "../../../shop/push/subscriptions.server.ts";
import { wishlistPage } from "../../../shop/wishlist/wishlist-page.server.ts";
import type { UserViewer } from "../../http/guards.server.ts";
import { notificationTopic, notificationWords } from "../../parts/account/notification-words.ts";
import { orderViews } from "../../parts/orders/order-views.server.ts";
import { choosableChannels } from "./choices/choosable-channels.server.ts";
import { phoneOfProfile } from "./phone.server.ts";
import type { TabName } from "./tabs.ts";

/** Data of one tab for the user. The query `edit` is the id of an address to edit, or "new". */
export async function tabData(services: Services, viewer: UserViewer, tab: TabName, request: Request) {
  const edit = new URL(request.url).searchParams.get("edit");
  switch (tab) {
    case "profile": {
      const profile = await profileOf(services, viewer.id);
      return { tab, phone: profile?.phone ?? null } as const;
    }
    case "addresses": {
      const addresses = await addressesOf(services, viewer.id);
      const form = edit === "new" || addresses.length === 0 ? "new" : addresses.find(({ id }) => id === edit);
      return { tab, addresses, form: form ?? null } as const;
    }
    case "notifications": {
      const [notifications, devices, preferences, newsletter] = await Promise.all([
        notificationsOf(services, viewer.id),
        deviceCount(services, viewer),
        preferencesOf(services, viewer.id),
        viewer.email === null ? null : isSubscribed(services, viewer.email),
      ]);
      const now = services.clock.now();
      return {
        tab,
        devices,
        preferences,
        newsletter,
        channels: choosableChannels(services, viewer),
        notifications: notifications.map(({ id, link, createdAt, readAt, ...one }) => ({
          id,
          link,
          topic: notificationTopic(one),
          ...notificationWords(one),
          at: createdAt.toISOString(),
          day: dayHeading(createdAt, now),
          unread: readAt === null,
        })),
      } as const;
    }
    case "security": {
      const [profile, sessions, password, phone] = await Promise.all([
        profileOf(services, viewer.id),
        sessionsOf(services, viewer.id),
        hasPassword(services, viewer.id),
        phoneOfProfile(services, viewer, request),
      ]);
      return {
        tab,
        password,
        phone,
        adding: new URL(request.url).searchParams.get("email")?.slice(0, 254) ?? null,
        twoStep: profile?.twoFactorEnabled ?? false,
        needsTwoStep: viewer.lacksSecondFactor,
        sessions: sessions.map(({ id, userAgent, ipAddress, createdAt, usedAt }) => ({
          id,
          device: userAgent,
          address: ipAddress,
          since: createdAt.toISOString(),
          used: usedAt.toISOString(),
          here: id === viewer.sessionId,
        })),
      } as const;
    }
    case "orders": {
      return { tab, orders: await orderViews(services, await ordersOf(services, viewer.id, 50)) } as const;
    }
    case "wishlist":
      return { tab, items: await wishlistPage(services, viewer.id) } as const;
  }
}

export type TabData = Awaited<ReturnType<typeof tabData>>;
export type DataOf<Tab extends TabName> = Extract<TabData, { tab: Tab }>;
