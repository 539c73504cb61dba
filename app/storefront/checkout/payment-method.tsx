import { href, Link } from "react-router";
import type { CodDecision } from "../../../shop/cod/cod-rules.server.ts";
import { type Paise, rupees, rupeesExact } from "../../../shop/money.ts";
import { codRefusal } from "../../../shop/settings/cod-rules.ts";
import { chatAddress } from "../../../shop/text/chat-address.ts";
import { AdvanceWords } from "../../parts/checkout/advance-words.tsx";
import { PayWay, UpiApps } from "../../parts/checkout/pay-way.tsx";
import { useShop } from "../../parts/shop-context.ts";

/** What is said of a decision without the owner's words. */
const cashWords = {
  confirm: "We send you a link to confirm the order, and pack it then.",
  "confirm-code": "We send a code to your phone to confirm the order, and pack it then.",
  prepay: "The part now is paid online: UPI, cards and netbanking. We pack the order then.",
};

/** Choice of the payment method (specification, Checkout). */
export function PaymentMethodChoice({
  total,
  online,
  cash,
  answered,
  chosen,
}: {
  total: Paise;
  online: boolean;
  /** What the owner's rules say of cash for this order with the known address. */
  cash: CodDecision;
  /** The same for what was typed, which may be typed again. */
  answered: CodDecision | undefined;
  chosen: "cod" | "online" | undefined;
}) {
  const { policy, contact } = useShop().shop;
  const noCash = codRefusal(policy, { total, pin: "" });
  const cod = noCash === null && cash.outcome !== "refuse";
  const now = answered ?? cash;
  const reason = [now, cash].find(({ outcome }) => outcome === "refuse")?.reason ?? null;
  const possible = chosen === "cod" ? cod : chosen === "online" && online;
  const first = possible && chosen ? chosen : cod ? "cod" : "online";
  return (
    <section className="py-5 border-t border-line" aria-labelledby="payment">
      <h2 id="payment" className="h3 mb-1">
        Payment method
      </h2>
      <div className="grid gap-3 mt-3" role="radiogroup" aria-labelledby="payment">
        {cod && (
          <PayWay value="cod" first={first} title="Cash on Delivery Available">
            {now.advance > 0 ? (
              <AdvanceWords advance={now.advance} onDelivery={total - now.advance} />
            ) : (
              `Pay ${rupees(total)} on delivery`
            )}
            {now.outcome !== "allow" && now.outcome !== "refuse" && (
              <span className="block">{now.reason || cashWords[now.outcome]}</span>
            )}
          </PayWay>
        )}
        {noCash === "cod-amount" && policy.codMost !== null && (
          <p className="hint">Cash on delivery is for orders up to {rupeesExact(policy.codMost)}</p>
        )}
        {noCash === null && reason !== null && (
          <p className="hint">
            {reason}{" "}
            {contact.whatsapp ? (
              <a className="link" href={chatAddress(contact.whatsapp, question(total))} rel="noreferrer">
                Talk to us on WhatsApp
              </a>
            ) : (
              <Link className="link" to={href("/contact")}>
                Talk to us
              </Link>
            )}
          </p>
        )}
        {online ? (
          <PayWay value="online" first={first} title="Pay online">
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

/** What a customer whose order is not for cash asks a person. */
function question(total: Paise): string {
  return `Hello, can I pay cash on delivery for an order of ${rupees(total)}?`;
}
