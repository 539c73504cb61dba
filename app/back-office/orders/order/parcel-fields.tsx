import type { PlacedOrder } from "../../../../shop/orders/orders.ts";
import { Field } from "../../../ui/forms/field.tsx";

type Parcel = Partial<Pick<PlacedOrder, "courier" | "trackingNumber" | "trackingLink">>;

/** The courier of a parcel and its tracking link. */
export function ParcelFields({ parcel }: { parcel: Parcel }) {
  return (
    <>
      <Field label="Courier" name="courier" optional maxLength={80} defaultValue={parcel.courier ?? ""} />
      <Field
        label="Tracking number"
        name="trackingNumber"
        optional
        maxLength={80}
        defaultValue={parcel.trackingNumber ?? ""}
      />
      <Field
        label="Tracking link"
        name="trackingLink"
        inputMode="url"
        placeholder="https://"
        optional
        maxLength={300}
        defaultValue={parcel.trackingLink ?? ""}
      />
    </>
  );
}
