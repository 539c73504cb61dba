import type { ShopSettings } from "../../../shop/settings/settings.ts";
import { DefinitionList } from "../../ui/facts.tsx";
import { useShop } from "../shop-context.ts";
import { isPlaceholderPhone } from "./placeholder.ts";

/**
 * Seller information that the e-commerce rules require: legal name, address, GSTIN, contact, grievance officer. Unset
 * facts are left out.
 */
export function sellerFacts({ legal, contact }: Pick<ShopSettings, "legal" | "contact">) {
  const officer = legal.grievanceOfficer;
  const reach = [
    officer.name,
    officer.email,
    isPlaceholderPhone(officer.phone) ? null : officer.phone,
  ].filter((line) => line !== null);
  return [
    { label: "Legal name", value: legal.legalName },
    { label: "Address", value: contact.address.join(", ") },
    ...(legal.gstin ? [{ label: "GSTIN", value: legal.gstin }] : []),
    { label: "Email", value: contact.email },
    ...(isPlaceholderPhone(contact.phone) ? [] : [{ label: "Phone", value: contact.phone }]),
    { label: "Grievance officer", value: reach.join(", ") },
  ];
}

export function SellerFacts() {
  return <DefinitionList facts={sellerFacts(useShop().shop)} />;
}
