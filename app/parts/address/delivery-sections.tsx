import type { ComponentProps, ReactNode } from "react";
import { Field } from "../../ui/forms/field.tsx";
import { PlaceFields, RecipientFields } from "./delivery-fields.tsx";

/**
 * Contact and shipping address of an order. `email`: the account's; without one it may be entered. Children: further
 * fields of the address.
 */
export function DeliverySections({
  known,
  email,
  labels,
  children,
}: ComponentProps<typeof PlaceFields> & { email: string | null; children?: ReactNode }) {
  return (
    <>
      <section className="stack py-5 border-t border-line" aria-labelledby="contact">
        <h2 id="contact" className="h3">
          Contact information
        </h2>
        <RecipientFields known={known} nameLabel="Full Name">
          {email === null ? (
            <Field
              label="Email"
              name="email"
              type="email"
              autoComplete="email"
              optional
              maxLength={254}
              hint="For the confirmation and other news about this order."
            />
          ) : (
            <Field label="Email" type="email" defaultValue={email} disabled autoComplete="email" />
          )}
        </RecipientFields>
      </section>
      <section className="stack py-5 border-t border-line" aria-labelledby="shipping">
        <h2 id="shipping" className="h3">
          Shipping address
        </h2>
        <PlaceFields known={known} labels={labels} />
        {children}
      </section>
    </>
  );
}
