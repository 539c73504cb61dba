import { useLoaderData } from "react-router";
import { type Paise, rupeesField } from "../../../../shop/money.ts";
import type { PlacedOrder } from "../../../../shop/orders/orders.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { SuggestedField } from "../../parts/pickers/suggested-fields.tsx";
import type { loader } from "../order.tsx";

type Parcel = Partial<Pick<PlacedOrder, "courier" | "trackingNumber" | "trackingLink">>;

/** The courier of a parcel and its tracking link. `isRequired`: courier and number cannot be empty. */
export function ParcelFields({ parcel, isRequired = false }: { parcel: Parcel; isRequired?: boolean }) {
  const { courierNames } = useLoaderData<typeof loader>();
  return (
    <>
      <SuggestedField
        label="Courier"
        name="courier"
        optional={!isRequired}
        maxLength={80}
        defaultValue={parcel.courier ?? ""}
        suggestions={courierNames}
      />
      <Field
        label="Tracking number"
        name="trackingNumber"
        optional={!isRequired}
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

/** What the courier took for a parcel. */
export function CostField({
  now = null,
  hint = "The courier's charges with tax; both ways when it came back. Empty: as in Settings, Settlements and costs.",
}: {
  now?: Paise | null | undefined;
  hint?: string;
}) {
  return (
    <Field
      label="What it cost, in rupees"
      name="cost"
      inputMode="decimal"
      optional
      hint={hint}
      defaultValue={now === null ? "" : rupeesField(now)}
    />
  );
}
