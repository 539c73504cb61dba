import { DefinitionList } from "../../ui/facts.tsx";
import { useShop } from "../shop-context.ts";
import { isPlaceholderPhone } from "./placeholder.ts";

/**
 * Seller information that the e-commerce rules require: legal name, address, GSTIN, contact, grievance officer. Unset
 * facts are left out.
 */
export function SellerFacts() {
  const { legal, contact } = useShop().shop;
  const officer = legal.grievanceOfficer;
  const reach = [
    officer.name,
    officer.email,
    isPlaceholderPhone(officer.phone) ? null : officer.phone,
  ].filter((line) => line !== null);
  return (
    <DefinitionList
      facts={[
        { label: "Legal name", value: legal.legalName },
        { label: "Address", value: contact.address.join(", ") },
        ...(legal.gstin ? [{ label: "GSTIN", value: legal.gstin }] : []),
        { label: "Email", value: contact.email },
        ...(isPlaceholderPhone(contact.phone) ? [] : [{ label: "Phone", value: contact.phone }]),
        { label: "Grievance officer", value: reach.join(", ") },
      ]}
    />
  );
}
