import { Form, Link } from "react-router";
import { type Address, maxAddresses } from "../../../../shop/accounts/customer/address.ts";
import { formatMobile } from "../../../../shop/accounts/customer/formats.ts";
import { tabAddress } from "../tabs.ts";

export default function AddressBook({ addresses }: { addresses: Address[] }) {
  return (
    <>
      <ul className="address-list grid gap-4 mb-6">
        {addresses.map((address) => (
          <AddressCard key={address.id} address={address} />
        ))}
      </ul>
      {addresses.length < maxAddresses && (
        <Link className="btn btn-primary" to={tabAddress("addresses", { edit: "new" })}>
          Add an address
        </Link>
      )}
    </>
  );
}

function AddressCard({ address }: { address: Address }) {
  const { id, label, name, phone, line1, line2, city, state, postalCode, country, isDefault } = address;
  const called = label || line1;
  return (
    <li className="grid content-start gap-3 p-4 border border-line rounded-2 wrap-anywhere">
      <p className="flex flex-wrap items-center gap-2">
        <b>{label || name}</b>
        {isDefault && <span className="badge ok">Default</span>}
      </p>
      <address>
        {label && (
          <>
            {name}
            <br />
          </>
        )}
        {[line1, line2].filter(Boolean).join(", ")}
        <br />
        {city}, {state} {postalCode}
        <br />
        {country}
        <br />
        Phone {formatMobile(phone)}
      </address>
      <div className="flex flex-wrap items-start gap-2">
        <Link
          className="btn btn-secondary btn-medium"
          to={tabAddress("addresses", { edit: id })}
          aria-label={`Edit: ${called}`}
        >
          Edit
        </Link>
        {!isDefault && (
          <Form method="post" action={tabAddress("addresses")}>
            <input type="hidden" name="id" value={id} />
            <button
              className="btn btn-secondary btn-medium"
              type="submit"
              name="intent"
              value="default-address"
              aria-label={`Make default: ${called}`}
            >
              Make default
            </button>
          </Form>
        )}
        <details>
          <summary className="btn btn-link btn-medium" aria-label={`Delete: ${called}`}>
            Delete
          </summary>
          <Form
            method="post"
            action={tabAddress("addresses")}
            className="flex flex-wrap items-center gap-2 pt-2"
          >
            <input type="hidden" name="id" value={id} />
            <span>Delete this address?</span>
            <button className="btn btn-danger btn-medium" type="submit" name="intent" value="delete-address">
              Yes, delete it
            </button>
          </Form>
        </details>
      </div>
    </li>
  );
}
