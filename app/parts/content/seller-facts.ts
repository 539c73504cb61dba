import { reachablePhone } from "../../../shop/content/contact/reachable.ts";
import type { ShopSettings } from "../../../shop/settings/settings.ts";

/**
 * Seller information that the e-commerce rules require: legal name, address, GSTIN, contact, grievance officer. Unset
 * facts are left out.
 */
export function sellerFacts({ legal, contact }: Pick<ShopSettings, "legal" | "contact">) {
  const officer = legal.grievanceOfficer;
  return [
    { label: "Legal name", value: legal.legalName },
    { label: "Address", value: contact.address.join(", ") },
    { label: "GSTIN", value: legal.gstin },
    { label: "Email", value: contact.email },
    { label: "Phone", value: reachablePhone(contact.phone) },
    {
      label: "Grievance officer",
      value: [officer.name, officer.email, reachablePhone(officer.phone)].filter(Boolean).join(", "),
    },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []));
}
