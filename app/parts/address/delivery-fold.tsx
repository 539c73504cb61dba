import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Address } from "../../../shop/accounts/customer/address.ts";
import { formatMobile } from "../../../shop/accounts/customer/formats.ts";
import { type DeliveryInput, deliveryFields } from "../../../shop/delivery/delivery.ts";
import { useAnyWrong, useFormField } from "../../ui/forms/form-context.ts";

/** The saved addresses of whoever orders. `chosen`: the one the form begins with, null for a new one. */
export type SavedAddresses = { all: Address[]; chosen: string | null };

/**
 * The fields of a delivery, folded for whoever comes back: the address in a few lines, and "Change". Opened it stays
 * open, so that what is shown is always what is sent. `pathTo`: this screen with another address, or "new".
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
      className="delivery-fold"
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
        <span className="deliver-to">
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
      <AddressChoice saved={saved} pathTo={pathTo} />
      {children}
    </details>
  );
}

/** The address book, each address one link, so that it works without scripts. */
function AddressChoice({ saved, pathTo }: { saved: SavedAddresses; pathTo: (address: string) => string }) {
  return (
    <nav className="address-choice" aria-label="Saved addresses">
      {saved.all.map(({ id, label, name, line1, city, phone }) => (
        <Link
          key={id}
          to={pathTo(id)}
          preventScrollReset
          replace
          aria-current={id === saved.chosen ? "true" : undefined}
        >
          <b>{label || name}</b>
          <span>
            {line1}, {city}
          </span>
          <span className="num">{formatMobile(phone)}</span>
        </Link>
      ))}
      <Link
        to={pathTo("new")}
        preventScrollReset
        replace
        aria-current={saved.chosen === null ? "true" : undefined}
      >
        <b>Another address</b>
      </Link>
    </nav>
  );
}
