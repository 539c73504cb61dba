import { dateAndTime } from "../../../../shop/dates.ts";
import type { PlacedOrder } from "../../../../shop/orders/orders.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Notice } from "../../../ui/notice.tsx";

/** Whether the customer has confirmed a cash order that a rule asks to confirm, and the link to send it once more. */
export function ConfirmationNotice({
  order,
  confirmation: { path, askedAt, confirmedAt },
  origin,
}: {
  order: PlacedOrder;
  confirmation: { path: string | null; askedAt: Date; confirmedAt: Date | null };
  origin: string;
}) {
  if (confirmedAt)
    return <Notice tone="ok" title={`The customer confirmed it on ${dateAndTime(confirmedAt)}`} />;
  if (order.status !== "pending" || order.method !== "cod") return null;
  return (
    <Notice
      tone="warn"
      title="The customer has not confirmed this order yet"
      text={`A rule for cash on delivery asks for it, since ${dateAndTime(askedAt)}: ${path ? "by the link that was sent" : "by a code to the phone, typed on the order's page"}. Or call them, and set it to confirmed yourself.`}
    >
      {path && (
        <Field
          label="Link to confirm"
          value={`${origin}${path}`}
          readOnly
          onFocus={(event) => event.target.select()}
        />
      )}
    </Notice>
  );
}
