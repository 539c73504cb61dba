import { useState } from "react";
import { href } from "react-router";
import type { Paise } from "../../../shop/money.ts";
import { rupees } from "../../../shop/money.ts";
import type { Cash } from "../../parts/checkout/cash.ts";
import { CashWay } from "../../parts/checkout/cash-way.tsx";
import { NothingToPay } from "../../parts/checkout/nothing-to-pay.tsx";
import { PayWay, UpiApps } from "../../parts/checkout/pay-way.tsx";
import { useCash } from "../../parts/checkout/use-cash.ts";

/** Choice of the payment method (specification, Checkout). */
export function PaymentMethodChoice({
  total,
  online,
  known,
  answered,
  chosen,
}: {
  total: Paise;
  online: boolean;
  /** What is said of cash for this order with the known address. */
  known: Cash;
  /** The same for what was sent, which may be typed again. */
  answered: Cash | undefined;
  chosen: "cod" | "online" | undefined;
}) {
  const [picked, setPicked] = useState<string>();
  const { cash, place } = useCash(href("/functions/cash"), known, answered, total);
  if (total === 0) return <NothingToPay online={online} place={place} />;
  const cod = cash.outcome !== "refuse";
  const wanted = picked ?? chosen;
  const possible = wanted === "cod" ? cod : wanted === "online" && online;
  const first = possible && wanted ? wanted : cod ? "cod" : "online";
  return (
    <section ref={place} className="py-5 border-t border-line" aria-labelledby="payment" aria-live="polite">
      <h2 id="payment" className="h3 mb-1">
        Payment method
      </h2>
      <div
        className="grid gap-3 mt-3"
        role="radiogroup"
        aria-labelledby="payment"
        onChange={({ target }) => target instanceof HTMLInputElement && setPicked(target.value)}
      >
        <CashWay cash={cash} first={first} words={`Pay ${rupees(total)} on delivery`} />
        {online ? (
          // Anew when cash comes or goes, so that one of both is always chosen.
          <PayWay key={String(cod)} value="online" first={first} title="Pay online">
            UPI, cards and netbanking
          </PayWay>
        ) : (
          <p className="hint">Online payment options will be available soon</p>
        )}
        {online && <UpiApps />}
      </div>
    </section>
  );
}
