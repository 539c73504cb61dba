import type { WorkerScope } from "./scope.ts";

/** The payload of a push message (shop/push/send-push.server.ts). */
type Message = { title: string; body: string; path: string; tag: string; icon?: unknown; badge?: unknown };

/** Shows a push message. Browsers require that each is shown; one that cannot be parsed gets a generic text. */
export async function showPush(scope: WorkerScope, data: { json(): unknown } | null): Promise<void> {
  const message: Message = read(data) ?? {
    title: "News from the shop",
    body: "",
    path: "/",
    tag: "shop",
  };
  const { title, body, path, tag, icon, badge } = message;
  await scope.registration.showNotification(title, {
    body,
    tag,
    icon: typeof icon === "string" ? icon : "/icons/192.png",
    badge: typeof badge === "string" ? badge : "/icons/monochrome-512.png",
    data: path,
  });
}

function read(data: { json(): unknown } | null): Message | null {
  try {
    const found = data?.json();
    if (typeof found !== "object" || found === null) return null;
    const { title, body, path, tag } = found as Record<string, unknown>;
    const texts = [title, body, path, tag];
    return texts.every((text) => typeof text === "string") ? (found as Message) : null;
  } catch {
    return null;
  }
}

/** Opens the page of a notification, in an open tab of the shop or in a new one. */
export async function openFromNotification(scope: WorkerScope, notification: Notification): Promise<void> {
  notification.close();
  const path = typeof notification.data === "string" ? notification.data : "/";
  const address = new URL(path, location.origin);
  if (address.origin !== location.origin) return;
  const tabs = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find(({ url }) => url === address.href);
  await (there ? there.focus() : scope.clients.openWindow(address.href));
}
