import { ChevronDown } from "lucide";
import type { ReactNode } from "react";
import { Form } from "react-router";
import {
  type NotificationChannel,
  type NotificationKind,
  notificationKinds,
  notificationRules,
} from "../../../../shop/notifications/kinds.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { DataOf } from "../tab-data.server.ts";
import { tabAddress } from "../tabs.ts";
import { fieldOf } from "./field-names.ts";

const channelNames: Record<NotificationChannel, string> = {
  email: "Email",
  phone: "SMS or WhatsApp",
  push: "On your devices",
};

/** The notification kinds by channel, and the newsletter: null for an account without an email address. */
export function NotificationSettings({
  preferences,
  newsletter,
  channels,
}: Pick<DataOf<"notifications">, "preferences" | "newsletter" | "channels">) {
  const isOn = (kind: NotificationKind, channel: NotificationChannel) =>
    preferences.some((one) => one.kind === kind && one.channel === channel && one.enabled);
  return (
    <details className="facet mb-6">
      <summary>
        Choose what we send you
        <Icon of={ChevronDown} />
      </summary>
      <Form method="post" action={tabAddress("notifications")} className="stack pt-2 pb-4">
        {notificationKinds.map((kind) => (
          <Kind key={kind} {...notificationRules[kind]}>
            {channels.map((channel) => (
              <Channel key={channel} kind={kind} channel={channel} on={isOn(kind, channel)} />
            ))}
          </Kind>
        ))}
        {newsletter !== null && (
          <Kind label="Newsletter" covers="New articles, arrivals and offers.">
            <Box name="newsletter" label={channelNames.email} on={newsletter} />
          </Kind>
        )}
        {newsletter !== null && (
          <Kind
            label="Your account"
            covers="Login codes, changes of your password, answers to your messages."
          >
            <Always label={channelNames.email} why="You asked for these, or they protect your account." />
          </Kind>
        )}
        <div>
          <button className="btn btn-primary" type="submit" name="intent" value="notification-settings">
            Save choices
          </button>
        </div>
      </Form>
    </details>
  );
}

function Kind({ label, covers, children }: { label: string; covers: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend>
        <b>{label}</b>
      </legend>
      <p className="hint">{covers}</p>
      {children}
    </fieldset>
  );
}

function Channel({
  kind,
  channel,
  on,
}: {
  kind: NotificationKind;
  channel: NotificationChannel;
  on: boolean;
}) {
  const label = channelNames[channel];
  switch (notificationRules[kind][channel]) {
    case "never":
      return null;
    case "always":
      return <Always label={label} why={notificationRules[kind].why} />;
    case "choice":
      return <Box name={fieldOf({ kind, channel })} label={label} on={on} />;
  }
}

/** A new box after each save, so that it shows what was stored. */
function Box({ name, label, on }: { name: string; label: string; on: boolean }) {
  return (
    <label key={String(on)} className="check">
      <input type="checkbox" name={name} value="yes" defaultChecked={on} />
      {label}
    </label>
  );
}

function Always({ label, why }: { label: string; why: string }) {
  return (
    <p>
      {label}: always on. <span className="hint">{why}</span>
    </p>
  );
}
