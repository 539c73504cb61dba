import { z } from "zod";

/** Stands in a tracking address for the number of the parcel (AWB). */
const placeholder = "{awb}";

/**
 * The couriers of a shop, as staff choose them when parcels are sent. `tracking`: the page where a customer follows a
 * parcel, with {awb} where its number goes; without {awb} it is the courier's own page; null: there is none.
 */
export const couriersShape = z
  .array(
    z.object({
      name: z
        .string()
        .trim()
        .min(1)
        .max(80)
        .regex(/^[^:]+$/),
      tracking: z
        .url({ protocol: /^https$/ })
        .max(200)
        .regex(/^\S+$/)
        .nullable(),
    }),
  )
  .max(40)
  .refine((couriers) => new Set(couriers.map(({ name }) => name.toLowerCase())).size === couriers.length);
export type Courier = z.infer<typeof couriersShape>[number];

/**
 * The couriers of a new shop. Addresses as other shops use them (india-operations, section 2); for DTDC and Shadowfax
 * the sources disagree, so that these lead to the courier's page; India Post's asks for a CAPTCHA and has none.
 */
export const defaultCouriers: Courier[] = [
  { name: "Delhivery", tracking: "https://www.delhivery.com/track-v2/package/{awb}" },
  {
    name: "Blue Dart",
    tracking: "https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo={awb}",
  },
  { name: "Xpressbees", tracking: "https://www.xpressbees.com/shipment/tracking?awbNo={awb}" },
  { name: "Ekart", tracking: "https://ekartlogistics.com/shipmenttrack/{awb}" },
  { name: "Shiprocket", tracking: "https://shiprocket.co/tracking/{awb}" },
  { name: "DTDC", tracking: "https://www.dtdc.in/" },
  { name: "Shadowfax", tracking: "https://www.shadowfax.in/" },
  { name: "Ecom Express", tracking: "https://ecomexpress.in/tracking/?awb_field={awb}" },
  { name: "India Post", tracking: null },
];

/** The courier of this name, in any case. */
export function courierNamed(couriers: readonly Courier[], name: string): Courier | undefined {
  const wanted = name.trim().toLowerCase();
  return couriers.find((courier) => courier.name.toLowerCase() === wanted);
}

/** The most characters that a tracking link has in the database. */
const longestLink = 300;

/** Where a parcel can be followed; null when its courier is unknown or has no such page, or it has no number. */
export function trackingAddress(
  couriers: readonly Courier[],
  courier: string | null,
  trackingNumber: string | null,
): string | null {
  const tracking = courierNamed(couriers, courier ?? "")?.tracking;
  if (!tracking || !trackingNumber) return null;
  const address = tracking.replaceAll(placeholder, encodeURIComponent(trackingNumber));
  return address.length <= longestLink ? address : null;
}

/** One line of the form of settings: "Delhivery: https://www.delhivery.com/track-v2/package/{awb}". */
export function courierLine({ name, tracking }: Courier): string {
  return tracking ? `${name}: ${tracking}` : name;
}

/** The courier that a line names; checked by `couriersShape`. */
export function readCourierLine(line: string): Courier {
  const [name = "", ...address] = line.split(":");
  return { name: name.trim(), tracking: address.join(":").trim() || null };
}
