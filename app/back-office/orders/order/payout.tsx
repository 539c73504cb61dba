import { Form } from "react-router";
import type { PayoutDetails } from "../../../../shop/payments/payout/payout-form.ts";

/** The payout details of a cash refund: masked, in full after "Show", which is audited. */
export function PayoutTarget({ masked, shown }: { masked: string | null; shown: PayoutDetails | undefined }) {
  if (!masked) return <small>The customer has not said yet where to send it.</small>;
  if (shown) return <small role="status">Send it to {inFull(shown)}</small>;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="show-payout" />
      <small>Send it to {masked}</small>
      <button type="submit" className="btn btn-secondary" aria-label="Show where to send the refund">
        Show
      </button>
    </Form>
  );
}

function inFull(details: PayoutDetails): string {
  if (details.kind === "upi") return `UPI id ${details.upiId}`;
  return `${details.holder}, account ${details.account}, IFSC ${details.ifsc}`;
}
