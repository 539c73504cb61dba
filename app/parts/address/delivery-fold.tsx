import { type ReactNode, Suspense, useState } from "react";
import type { Address } from "../../../shop/accounts/customer/address.ts";
import { type DeliveryInput, deliveryFields } from "../../../shop/delivery/delivery.ts";
import { useAnyWrong, useFormField } from "../../ui/forms/form-context.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";

/** Lazy: only returning customers need it. */
const AddressChoice = lazyPart(() => import("./address-choice.tsx"));

/** The customer's saved addresses. `chosen`: the initial one, null for a new one. */
export type SavedAddresses = { all: Address[]; chosen: string | null };

/**
 * The delivery fields, collapsed for returning customers: the address in a few lines, and "Change". Once opened it
 * stays open, so that what is shown is always what is sent. `pathTo`: this screen with another address, or "new".
 */
export function DeliveryFold({
  known,
  saved,
  pathTo,
  children,
}: {
  known: DeliveryInput;
  saved: SavedAddresses;
  pathTo: (address: string) => string;
  children: ReactNode;
}) {
  const wrong = useAnyWrong(deliveryFields);
  const typed = useFormField("line1").typed;
  const [opened, setOpened] = useState(false);
  if (saved.chosen === null && saved.all.length === 0) return children;
  const open = opened || wrong || saved.chosen === null || (typed !== undefined && typed !== known.line1);
  return (
    <details
      className="delivery-fold border-t border-line"
      open={open}
      onInput={() => setOpened(true)}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button; it disappears when used, so the focus goes to what appears */}
      <summary
        onClick={({ currentTarget: { parentElement } }) =>
          requestAnimationFrame(() => parentElement?.querySelector("a")?.focus({ preventScroll: true }))
        }
      >
        <span className="deliver-to wrap-anywhere">
          <b>Deliver to {known.name}</b>
          <span>
            {[known.line1, known.line2, `${known.city} ${known.postalCode}`].filter(Boolean).join(", ")}
          </span>
          <span className="num">{known.phone}</span>
        </span>
        <span className="link">
          Change<span className="sr-only"> the delivery address</span>
        </span>
      </summary>
      <Suspense>
        <AddressChoice saved={saved} pathTo={pathTo} />
      </Suspense>
      {children}
    </details>
  );
}
