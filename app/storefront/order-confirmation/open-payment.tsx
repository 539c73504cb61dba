import { useEffect, useRef, useState } from "react";
import { mayPayOnDelivery } from "../../../shop/payments/payment-choices.ts";
import { openCashfree } from "../../http/page/open-cashfree.ts";
import { confirmationPath } from "../../parts/orders/order-links.ts";
import { type FailedView, notCharged, UnpaidActions } from "../../parts/orders/unpaid.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

type Session = { sessionId: string; mode: "sandbox" | "production" };

/** Opens the gateway's page; when that fails, shows the alternatives. */
export function OpenPayment({
  order,
  session: { sessionId, mode },
}: {
  order: FailedView;
  session: Session;
}) {
  const [failed, setFailed] = useState(false);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void openCashfree({ sessionId, mode }).then((opened) => setFailed(!opened));
  }, [sessionId, mode]);
  const choices = (
    <div className="flex flex-wrap justify-center gap-3">
      <UnpaidActions order={order} next={confirmationPath(order.id)} />
    </div>
  );
  if (!failed) {
    return (
      <EmptyState level={1} title="Opening the payment page" text="This takes a moment. Your order is saved.">
        <noscript>
          <p>
            The payment page needs JavaScript.
            {mayPayOnDelivery(order.steps) && " You can pay on delivery instead."}
          </p>
          {choices}
        </noscript>
      </EmptyState>
    );
  }
  return (
    <EmptyState tone="wrong" level={1} title="The payment page did not open" text={notCharged(order)}>
      {choices}
    </EmptyState>
  );
}
