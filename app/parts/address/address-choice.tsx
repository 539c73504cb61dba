import { Link } from "react-router";
import { formatMobile } from "../../../shop/accounts/customer/formats.ts";
import type { SavedAddresses } from "./delivery-fold.tsx";

/** The address book, each address one link, so that it works without scripts. */
export default function AddressChoice({
  saved,
  pathTo,
}: {
  saved: SavedAddresses;
  pathTo: (address: string) => string;
}) {
  return (
    <nav className="address-choice text-small wrap-anywhere" aria-label="Saved addresses">
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
