import { rupees } from "../../../shop/money.ts";
import { codRefusal } from "../../../shop/settings/cod-rules.ts";
import { AdvanceWords } from "../../parts/checkout/advance-words.tsx";
import { PayWay, UpiApps } from "../../parts/checkout/pay-way.tsx";
import { useShop } from "../../parts/shop-context.ts";

import type { AskedAdvance } from "./complete.server.ts";

/** The order method of 'Buy Now': on WhatsApp, as specified, if the shop has a number; online; on delivery. */
export function WayOfOrdering({
  online,
  typed,
  advance,
}: {
  online: boolean;
  typed: string | undefined;
  advance: AskedAdvance | null;
}) {
  const { policy, contact } = useShop().shop;
  const cash = codRefusal(policy, { total: 0, pin: "" }) === null;
  const chat = contact.whatsapp !== null;
  const offered = [chat && "whatsapp", online && "online", cash && "cod"].filter((way) => way !== false);
  const first = offered.find((way) => way === typed) ?? offered[0] ?? "";
  return (
    <section className="py-5 border-t border-line" aria-labelledby="payment">
      <h2 id="payment" className="h3 mb-1">
        Payment method
      </h2>
      <div className="grid gap-3 mt-3" role="radiogroup" aria-labelledby="payment">
        {chat && (
          <PayWay value="whatsapp" first={first} title="Order on WhatsApp">
            We save your order, then WhatsApp opens with the message ready. You only have to press send.
          </PayWay>
        )}
        {online && (
          <PayWay value="online" first={first} title="Pay online">
            UPI, cards and netbanking
          </PayWay>
        )}
        {cash && (
          <PayWay value="cod" first={first} title="Cash on Delivery Available">
            {advance ? <AdvanceWords {...advance} /> : "Pay on delivery"}
            {policy.codMost !== null && `; for orders up to ${rupees(policy.codMost)}`}
          </PayWay>
        )}
        {online && <UpiApps />}
      </div>
    </section>
  );
}
