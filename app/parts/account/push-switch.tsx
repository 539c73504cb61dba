import { Bell } from "lucide";
import { useEffect, useState } from "react";
import { href } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { showToast } from "../../ui/toast.tsx";

const address = href("/functions/push-subscription");

/**
 * `on` and `off` are this device's; `denied`: the user has blocked notifications in the browser. Null while unknown.
 */
type State = "on" | "off" | "denied" | "missing" | null;
type Known = { publicKey: string; endpoint: string | null };

/**
 * Turns push on and off for this device. The browser asks only after a tap here, never on load. `quiet`: renders
 * nothing when push is not available, for screens about something else.
 */
export default function PushSwitch({
  quiet = false,
  label = "Notify me on this device",
}: {
  quiet?: boolean;
  label?: string;
}) {
  const [state, setState] = useState<State>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    void readState().then(setState, () => setState("missing"));
  }, []);
  const change = async (to: "on" | "off") => {
    setBusy(true);
    const changed = await (to === "on" ? turnOn() : turnOff()).catch(() => null);
    setBusy(false);
    if (changed === null) {
      showToast({
        title: "Error",
        text: "This browser could not be reached for notifications.",
        tone: "wrong",
      });
      return;
    }
    setState(changed);
    if (changed === "on")
      showToast({ title: "You will hear from us", text: "On this device, about your orders." });
  };
  if (state === null || (quiet && state !== "off")) return null;
  if (state === "missing")
    return (
      <p className="hint">
        This browser cannot show notifications. On an iPhone, add the shop to the home screen first.
      </p>
    );
  if (state === "denied")
    return (
      <p className="hint">
        Notifications are blocked in this browser. You can allow them in its settings for this site.
      </p>
    );
  return (
    <button
      type="button"
      className="btn btn-secondary btn-medium"
      aria-busy={busy}
      onClick={() => void change(state === "on" ? "off" : "on")}
    >
      <Icon of={Bell} className="icon icon-small" />
      {state === "on" ? "Stop notifications on this device" : label}
    </button>
  );
}

function registration(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.ready;
}

async function known(): Promise<Known> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error("not signed in");
  return answer.json();
}

async function readState(): Promise<State> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return "missing";
  if (Notification.permission === "denied") return "denied";
  const [{ endpoint }, there] = await Promise.all([
    known(),
    navigator.serviceWorker.getRegistration().then((one) => one?.pushManager.getSubscription()),
  ]);
  return endpoint !== null && there?.endpoint === endpoint ? "on" : "off";
}

async function turnOn(): Promise<State> {
  if ((await Notification.requestPermission()) !== "granted")
    return Notification.permission === "denied" ? "denied" : "off";
  const { publicKey } = await known();
  const { pushManager } = await registration();
  // A subscription made with an earlier key of the shop would be refused.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = made.toJSON();
  const sent = await post({ intent: "push-on", endpoint, p256dh, auth });
  if (!sent) {
    await made.unsubscribe();
    return null;
  }
  return "on";
}

async function turnOff(): Promise<State> {
  if (!(await post({ intent: "push-off" }))) return null;
  const there = await (await registration()).pushManager.getSubscription();
  await there?.unsubscribe();
  return "off";
}

async function post(fields: Record<string, string>): Promise<boolean> {
  return (await fetch(address, { method: "POST", body: new URLSearchParams(fields) })).ok;
}
