import { useState } from "react";
import { href, Link } from "react-router";
import { readQuantity } from "../../../shop/cart/cart.ts";
import { reservationMinutes } from "../../../shop/catalogue/inventory/inventory.ts";
import type { PricedLine } from "../../../shop/checkout/priced-lines.server.ts";
import type { DeliveryInput } from "../../../shop/delivery/delivery.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { DeliveryForm } from "../../parts/address/delivery-form.tsx";
import { DeliverySections } from "../../parts/address/delivery-sections.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Field } from "../../ui/forms/field.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { CartItems, SingleItem } from "./items.tsx";

/** A cart order's fixed lines, or one product with variant and quantity selects. */
export type OrderedItems =
  | { mode: "cart"; order: Order; expired: boolean }
  | { mode: "single"; choice: PricedLine[]; variantId: string | null; quantity: number };

const labels = { line1: "Address Line 1", line2: "Address Line 2", pin: "Postal Code" };

/**
 * The form of 'Complete Your Order' (specification, section 2). The button is disabled until the privacy box is
 * ticked.
 */
export function CompleteForm({
  path,
  ordered,
  known,
  email,
  formKey,
  answer,
}: {
  path: string;
  ordered: OrderedItems;
  known: DeliveryInput;
  email: string | null;
  formKey: string;
  answer: FormAnswer | undefined;
}) {
  const [agreed, setAgreed] = useState(answer?.typed?.privacy === "yes");
  if (ordered.mode === "cart" && ordered.expired) return <Expired />;
  if (ordered.mode === "single" && ordered.variantId === null) return <SoldOut />;
  return (
    <DeliveryForm action={path} answer={answer}>
      {(busy) => (
        <>
          <div>
            <input type="hidden" name="key" value={formKey} />
            <DeliverySections known={known} email={email} labels={labels}>
              <Field label="Country" name="country" value="India" readOnly autoComplete="country-name" />
            </DeliverySections>
          </div>
          <aside aria-labelledby="summary">
            <div className="summary">
              <h2 id="summary">Order Summary</h2>
              {ordered.mode === "cart" ? (
                <CartItems order={ordered.order} />
              ) : (
                <SingleItem
                  choice={ordered.choice}
                  variantId={answer?.typed?.variant ?? ordered.variantId}
                  quantity={readQuantity(answer?.typed?.quantity) ?? ordered.quantity}
                />
              )}
              <label className="check privacy">
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
              <p className="hint">
                We save your order, then WhatsApp opens with the message ready. You only have to press send.
              </p>
            </div>
          </aside>
        </>
      )}
    </DeliveryForm>
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
      <button {...shared} disabled={!agreed || busy} aria-busy={busy} data-needs-scripts="">
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
