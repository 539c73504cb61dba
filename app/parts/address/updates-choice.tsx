import type { Channel } from "../../../platform/messaging/channels.ts";
import { useFormField } from "../../ui/forms/form-context.ts";

/** How a customer may be told about an order. `to`: the proved number, masked; null for the one of the order. */
export type UpdateChoices = { email: boolean; channels: Channel[]; to: string | null };

const besideEmail: Record<Channel, string> = {
  sms: "By email and SMS",
  whatsapp: "By email and on WhatsApp",
};
const messages: Record<Channel, string> = { sms: "SMS", whatsapp: "WhatsApp" };
const alone: Record<Channel, string> = { sms: "By SMS", whatsapp: "On WhatsApp" };

/**
 * The choice of messages to the phone about this order. With an email nothing more is chosen beforehand; without one
 * the first channel is, since nothing else reaches the customer. Renders nothing when the shop sends no messages.
 */
export function UpdatesChoice({ email, channels, to }: UpdateChoices) {
  const { typed } = useFormField("updates");
  if (channels.length === 0) return null;
  const options = [
    ...(email ? [{ value: "", label: "By email" }] : []),
    ...channels.map((value) => ({ value, label: (email ? besideEmail : alone)[value] })),
  ];
  const chosen = typed ?? options[0]?.value;
  const number = to ?? "the phone number above";
  const names = channels.map((channel) => messages[channel]).join(" and ");
  return (
    <section className="py-5 border-t border-line" aria-labelledby="updates">
      <h2 id="updates" className="h3 mb-1">
        Send me delivery updates
      </h2>
      <p className="hint">
        {email
          ? `Only about this order. ${names} messages go to ${number}.`
          : `To ${number}, only about this order.`}
      </p>
      <div className="grid gap-3 mt-3" role="radiogroup" aria-labelledby="updates">
        {options.map(({ value, label }) => (
          <label key={value} className="check">
            <input type="radio" name="updates" value={value} defaultChecked={value === chosen} />
            {label}
          </label>
        ))}
      </div>
    </section>
  );
}
