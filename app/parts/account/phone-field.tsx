import type { Channel } from "../../../platform/messaging/channels.ts";
import { Field } from "../../ui/forms/field.tsx";

export const channelNames: Record<Channel, string> = { sms: "SMS", whatsapp: "WhatsApp" };

/** The text for the first channel of a code: "by SMS". */
export function byChannel(channel: Channel | undefined | null): string {
  return channel ? ` by ${channelNames[channel]}` : "";
}

/** `phone`: the initial value, formatted for display (98765 43210). */
export function PhoneField({ phone, hint }: { phone: string; hint?: string }) {
  return (
    <Field
      label="Mobile number"
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="98765 43210"
      required
      defaultValue={phone}
      maxLength={25}
      hint={hint}
    />
  );
}
