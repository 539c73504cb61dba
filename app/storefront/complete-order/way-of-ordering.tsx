import { useState } from "react";
import { rupees } from "../../../shop/money.ts";
import type { Cash } from "../../parts/checkout/cash.ts";
import { CashWay } from "../../parts/checkout/cash-way.tsx";
import { FreeWay, NothingToPay } from "../../parts/checkout/nothing-to-pay.tsx";
import { PayWay, UpiApps } from "../../parts/checkout/pay-way.tsx";
import { useCash } from "../../parts/checkout/use-cash.ts";
import { useShop } from "../../parts/shop-context.ts";

/** The order method of 'Buy Now': on WhatsApp, as specified, if the shop has a number; online; on delivery. */
export function WayOfOrdering({
  askAt,
  online,
  typed,
  known,
  answered,
}: {
  /** Where to ask about cash. */
  askAt: string;
  online: boolean;
  typed: string | undefined;
  /** What is said of cash for this order with the known address, and for what was sent. */
  known: Cash;
  answered: Cash | undefined;
}) {
  const { policy, contact } = useShop().shop;
  const [picked, setPicked] = useState<string>();
  const { cash, place } = useCash(askAt, known, answered, known.onDelivery + known.advance);
  const cod = cash.outcome !== "refuse";
  const chat = contact.whatsapp !== null;
  const isFree = cash.onDelivery + cash.advance === 0;
  if (isFree && !chat) return <NothingToPay online={online} place={place} />;
  const offered = [chat && "whatsapp", online && "online", cod && "cod"].filter((way) => way !== false);
  const first = offered.find((way) => way === (picked ?? typed)) ?? offered[0] ?? "";
  const most = policy.codMost === null ? "" : `; for orders up to ${rupees(policy.codMost)}`;
  return (
    <section ref={place} className="py-5 border-t border-line" aria-labelledby="payment" aria-live="polite">
      <h2 id="payment" className="h3 mb-1">
        Payment method
      </h2>
      <div
        // Anew when cash comes or goes, so that one of them is always chosen.
        key={`${cod} ${isFree}`}
        className="grid gap-3 mt-3"
        role="radiogroup"
        aria-labelledby="payment"
        onChange={({ target }) => target instanceof HTMLInputElement && setPicked(target.value)}
      >
        {chat && (
          <PayWay value="whatsapp" first={first} title="Order on WhatsApp">
            We save your order, then WhatsApp opens with the message ready. You only have to press send.
          </PayWay>
        )}
        {isFree && <FreeWay online={online} first={first} />}
        {online && !isFree && (
          <PayWay value="online" first={first} title="Pay online">
            UPI, cards and netbanking
          </PayWay>
        )}
        {!isFree && <CashWay cash={cash} first={first} words={`Pay on delivery${most}`} />}
        {online && !isFree && <UpiApps />}
      </div>
    </section>
  );
}
