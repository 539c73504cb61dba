import { Facts } from "../../ui/facts.tsx";
import { useShop } from "../shop-context.ts";
import { isPlaceholderEmail, isPlaceholderPhone } from "./placeholder.ts";

/** Who sells, as the rules for online shops ask: legal name, address, tax number, how to reach, grievance officer. */
export function SellerFacts() {
  const { legal, contact } = useShop().shop;
  const officer = legal.grievanceOfficer;
  const unset =
    isPlaceholderPhone(contact.phone) ||
    isPlaceholderEmail(contact.email) ||
    legal.grievanceOfficer.name === null;
  return (
    <>
      <Facts
        facts={[
          { label: "Legal name", value: legal.legalName },
          { label: "Address", value: contact.address.join(", ") },
          ...(legal.gstin ? [{ label: "GSTIN", value: legal.gstin }] : []),
          { label: "Email", value: contact.email },
          { label: "Phone", value: contact.phone },
          {
            label: "Grievance officer",
            value: (
              <>
                {officer.name ?? "Name set in Settings"}
                <br />
                {officer.email}
                <br />
                {officer.phone}
              </>
            ),
          },
        ]}
      />
      {unset && (
        <p className="small muted">
          Some of these are placeholders that no real shop can have; they are set in Settings before the shop
          opens.
        </p>
      )}
    </>
  );
}
