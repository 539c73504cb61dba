import { dateAndTime } from "../../../shop/dates.ts";
import { linkHours } from "../../../shop/draft-orders/draft.ts";
import { plural, rupeesExact } from "../../../shop/money.ts";
import { customerActions } from "../../../shop/orders/order-steps.ts";
import { channelLabels, type PlacedOrder, shortId } from "../../../shop/orders/orders.ts";
import { Field, Select } from "../../ui/forms/field.tsx";
import { May } from "../parts/may.tsx";
import { NamedForm } from "../parts/named-form.tsx";
import { Panel } from "../parts/screen-head.tsx";

/** Where an order came from, and who of the staff entered it: "Phone, entered by Asha". */
export function enteredBy({ channel, events }: Pick<PlacedOrder, "channel" | "events">): string {
  const by = events.find(({ kind }) => kind === "status")?.actor;
  const name = by?.kind === "staff" ? `, entered by ${by.name || "somebody"}` : "";
  return `${channelLabels[channel]}${name}`;
}

/** Why an order cannot be changed. */
export const editRefusalWords = {
  "has-left": "It was sent already, or is in a parcel, so it cannot be changed any more.",
  cancelled: "It was cancelled, so it cannot be changed.",
  refunded: "Some of its money went back or is being decided about, so it cannot be changed.",
  "item-gone": "One of its items was deleted or is there twice, so it cannot be changed here.",
  "order-changed": "The order has changed since this was begun. Begin again.",
  "nothing-changed": "Nothing differs from the order.",
};

/** The hours for which a link may be paid, as staff choose them. */
export const linkHourChoices = linkHours.map((hours) => ({
  value: String(hours),
  label: hours < 24 ? plural(hours, "hour") : plural(hours / 24, "day"),
}));

type Link = { path: string; expiresAt: Date; isOpen: boolean };

/**
 * The link to pay an order, to copy or to send on WhatsApp, and a new one. Nothing for an order that is paid otherwise.
 */
export function PaymentLinkPanel({
  order,
  link,
  origin,
  shopName,
}: {
  order: PlacedOrder;
  link: Link | null;
  origin: string;
  shopName: string;
}) {
  if (customerActions(order).pay !== null) return null;
  const address = link && `${origin}${link.path}`;
  const amount = rupeesExact(order.total);
  const words = `This is ${shopName}. Please pay ${amount} for order ${shortId(order.id)} here: ${address}`;
  return (
    <Panel title="Link to pay">
      {link?.isOpen && address && (
        <>
          <Field
            label="Link"
            value={address}
            readOnly
            onFocus={(event) => event.target.select()}
            hint={`${amount}, until ${dateAndTime(link.expiresAt)}.`}
          />
          {order.address.phone && (
            <p>
              <a
                className="link"
                href={`https://wa.me/${order.address.phone.replace(/\D/g, "")}?text=${encodeURIComponent(words)}`}
                target="_blank"
                rel="noopener noreferrer"
              >
                Send it on WhatsApp
              </a>
            </p>
          )}
        </>
      )}
      {link && !link.isOpen && <p>The link expired on {dateAndTime(link.expiresAt)}.</p>}
      <May permission="orders.edit">
        <NamedForm name="payment-link">
          <input type="hidden" name="intent" value="payment-link" />
          <Select label="Can be paid for" name="hours" defaultValue="24" choices={linkHourChoices} />
          <button type="submit" className="btn btn-secondary">
            {link ? "Send a new link" : "Send a link to pay"}
          </button>
        </NamedForm>
      </May>
    </Panel>
  );
}
