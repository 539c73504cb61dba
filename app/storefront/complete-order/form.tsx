import { useState } from "react";
import { href, Link, useLocation } from "react-router";
import { readQuantity } from "../../../shop/cart/cart.ts";
import { reservationMinutes } from "../../../shop/catalogue/inventory/inventory.ts";
import type { PricedLine } from "../../../shop/checkout/priced-lines.server.ts";
import type { DeliveryInput } from "../../../shop/delivery/delivery.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { BusinessFields } from "../../parts/address/business-fields.tsx";
import { DeliveryFold, type SavedAddresses } from "../../parts/address/delivery-fold.tsx";
import { DeliveryForm } from "../../parts/address/delivery-form.tsx";
import { DeliverySections } from "../../parts/address/delivery-sections.tsx";
import { type UpdateChoices, UpdatesChoice } from "../../parts/address/updates-choice.tsx";
import type { Cash } from "../../parts/checkout/cash.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Field } from "../../ui/forms/field.tsx";
import type { CompleteAnswer } from "./complete.server.ts";
import { CartItems, SingleItem } from "./items.tsx";
import { WayOfOrdering } from "./way-of-ordering.tsx";

/** A cart order's fixed lines, or one product with variant and quantity selects. */
export type OrderedItems = (
  | { mode: "cart"; order: Order; expired: boolean }
  | { mode: "single"; choice: PricedLine[]; variantId: string | null; quantity: number }
) & {
  /** What is said of cash for it with the known address; null when it cannot be ordered. */
  cash: Cash | null;
};

/** Data of the customer, and of this form. */
type KnownBuyer = {
  known: DeliveryInput;
  saved: SavedAddresses;
  updates: UpdateChoices;
  /** Whether a business may ask for its tax invoice. */
  business: boolean;
  account: string;
  email: string | null;
  key: string;
  online: boolean;
  /** A day ("Thu, 26 Nov"). */
  arrives: string;
};

const labels = { line1: "Address Line 1", line2: "Address Line 2", pin: "Postal Code" };

type Props = {
  id: string;
  ordered: OrderedItems;
  buyer: KnownBuyer;
  answer: CompleteAnswer | undefined;
};

/** The form of 'Complete Your Order' (specification, section 2). */
export function CompleteForm({ id, ordered, buyer, answer }: Props) {
  const path = href("/order/:id", { id });
  const { search } = useLocation();
  const { known, saved, account, email, key } = buyer;
  if (ordered.mode === "cart" && ordered.expired) return <Expired />;
  if (ordered.mode === "single" && ordered.variantId === null) return <SoldOut />;
  const pathTo = (address: string) => {
    const query = new URLSearchParams(search);
    query.set("address", address);
    return `${path}?${query}`;
  };
  return (
    <DeliveryForm action={path} answer={answer} draft={`${path} ${account} ${saved.chosen}`}>
      {(busy) => (
        <>
          <div>
            <input type="hidden" name="key" value={key} />
            <DeliveryFold key={saved.chosen} known={known} saved={saved} pathTo={pathTo}>
              <DeliverySections known={known} email={email} labels={labels}>
                <Field label="Country" name="country" value="India" readOnly autoComplete="country-name" />
              </DeliverySections>
            </DeliveryFold>
            {buyer.business && <BusinessFields />}
            <UpdatesChoice {...buyer.updates} />
            {ordered.cash && (
              <WayOfOrdering
                askAt={href("/functions/cash/:id", { id })}
                online={buyer.online}
                typed={answer?.typed?.method}
                known={ordered.cash}
                answered={answer?.cash}
              />
            )}
          </div>
          <aside aria-labelledby="summary">
            <Summary ordered={ordered} arrives={buyer.arrives} answer={answer} busy={busy} />
          </aside>
        </>
      )}
    </DeliveryForm>
  );
}

/** The items, the total, and the button, which is disabled until the privacy box is ticked. */
function Summary({
  ordered,
  arrives,
  answer,
  busy,
}: Pick<Props, "ordered" | "answer"> & { arrives: string; busy: boolean }) {
  const [agreed, setAgreed] = useState(answer?.typed?.privacy === "yes");
  const coupon = answer?.coupon ?? null;
  return (
    <div className="summary p-5 bg-sunk">
      <h2 id="summary" className="h3 mb-3">
        Order Summary
      </h2>
      {ordered.mode === "cart" ? (
        <CartItems order={ordered.order} coupon={coupon} />
      ) : (
        <SingleItem
          choice={ordered.choice}
          variantId={answer?.typed?.variant ?? ordered.variantId}
          quantity={readQuantity(answer?.typed?.quantity) ?? ordered.quantity}
          coupon={coupon}
        />
      )}
      <p className="mt-3 text-small">
        Get it by <b>{arrives}</b>
      </p>
      <label className="check mt-3">
        <input
          type="checkbox"
          name="privacy"
          value="yes"
          defaultChecked={agreed}
          onChange={(event) => setAgreed(event.target.checked)}
        />
        <span>
          I agree to the{" "}
          <Link className="link" to={href("/privacy-policy")} target="_blank">
            privacy policy
          </Link>
        </span>
      </label>
      <Confirm agreed={agreed} busy={busy} />
    </div>
  );
}

function Confirm({ agreed, busy }: { agreed: boolean; busy: boolean }) {
  const shared = {
    type: "submit",
    className: "btn btn-primary btn-full",
    name: "intent",
    value: "place",
  } as const;
  return (
    <>
      {/* Without scripts the button cannot be enabled, so the server checks the box. */}
      <noscript>
        <button {...shared}>Confirm Order</button>
      </noscript>
      <button {...shared} disabled={!agreed} aria-disabled={busy} aria-busy={busy} data-needs-scripts="">
        {busy ? "Processing..." : "Confirm Order"}
      </button>
    </>
  );
}

function Expired() {
  return (
    <EmptyState
      title="This order was not confirmed in time"
      text={`We held it for ${reservationMinutes} minutes. Everything is still in your cart.`}
      link={{ to: href("/cart"), label: "Back to your cart" }}
    />
  );
}

function SoldOut() {
  return (
    <EmptyState
      title="Out of Stock"
      text="This product has just sold out."
      link={{ to: href("/shop"), label: "Continue Shopping" }}
    />
  );
}
