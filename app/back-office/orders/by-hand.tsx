import { dateAndTime } from "../../../shop/dates.ts";
import { linkHours } from "../../../shop/draft-orders/draft.ts";
import { plural, rupeesExact } from "../../../shop/money.ts";
import { advanceAsked, dueNow, dueOnDelivery } from "../../../shop/orders/amount-due.ts";
import { linkRefusal } from "../../../shop/orders/order-steps.ts";
import { channelLabels, type PlacedOrder, shortId } from "../../../shop/orders/orders.ts";
import { chatAddress } from "../../../shop/text/chat-address.ts";
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

/** How money comes outside of the shop. */
export const outsideWayChoices = [
  { value: "upi", label: "UPI" },
  { value: "bank transfer", label: "Bank transfer" },
  { value: "cash", label: "Cash" },
  { value: "card", label: "Card" },
];

type Link = { path: string; expiresAt: Date; isOpen: boolean; isRevoked: boolean };

/**
 * What is still to be paid of an order that was not sent: the link for it, to copy or to send on WhatsApp, a new one,
 * and money that came outside of the shop.
 */
export function PaymentLinkPanel({
  order,
  toPay: { link, online, origin, shopName },
}: {
  order: PlacedOrder;
  /** `online`: whether a provider for online payments is set up. */
  toPay: { link: Link | null; online: boolean; origin: string; shopName: string };
}) {
  if (linkRefusal(order) !== null) return null;
  const address = link && `${origin}${link.path}`;
  const amount = rupeesExact(dueNow(order));
  const words = `This is ${shopName}. Please pay ${amount} for order ${shortId(order.id)} here: ${address}`;
  return (
    <Panel title="To be paid" aside={<b className="num">{amount}</b>}>
      <div className="grid gap-4">
        {advanceAsked(order) && (
          <p>This is the advance; {rupeesExact(dueOnDelivery(order))} is collected on delivery.</p>
        )}
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
                  href={chatAddress(order.address.phone, words)}
                  target="_blank"
                  rel="noopener noreferrer"
                >
                  Send it on WhatsApp
                </a>
              </p>
            )}
          </>
        )}
        {link && !link.isOpen && (
          <p>
            {link.isRevoked
              ? "The link that was sent no longer works: the order is now paid on delivery."
              : `The link expired on ${dateAndTime(link.expiresAt)}.`}
          </p>
        )}
        <May permission="orders.edit">
          {online && (
            <NamedForm name="payment-link">
              <input type="hidden" name="intent" value="payment-link" />
              <Select label="Can be paid for" name="hours" defaultValue="24" choices={linkHourChoices} />
              <button type="submit" className="btn btn-secondary">
                {link ? "Send a new link" : "Send a link to pay"}
              </button>
            </NamedForm>
          )}
          <NamedForm name="outside-payment">
            <input type="hidden" name="intent" value="outside-payment" />
            <input type="hidden" name="due" value={dueNow(order)} />
            <Select label={`${amount} came outside the shop: how`} name="way" choices={outsideWayChoices} />
            <Field
              label="Reference"
              name="reference"
              maxLength={100}
              autoComplete="off"
              hint="UTR or slip number. Cash needs none."
            />
            <button type="submit" className="btn btn-secondary">
              Record this payment
            </button>
          </NamedForm>
        </May>
      </div>
    </Panel>
  );
}
