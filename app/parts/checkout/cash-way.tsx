import { href, Link } from "react-router";
import { type Paise, rupees } from "../../../shop/money.ts";
import { chatAddress } from "../../../shop/text/chat-address.ts";
import { useShop } from "../shop-context.ts";
import { AdvanceWords } from "./advance-words.tsx";
import type { Cash } from "./cash.ts";
import { PayWay } from "./pay-way.tsx";

/** What is said of a decision without the owner's words. */
const cashWords = {
  confirm: "We send you a link to confirm the order, and pack it then.",
  "confirm-code": "We send a code to your phone to confirm the order, and pack it then.",
  prepay: "The part now is paid online: UPI, cards and netbanking. We pack the order then.",
};

/** Cash on delivery as one of the payment methods, with what it asks for; or why it is not one, and whom to ask. */
export function CashWay({
  cash: { outcome, reason, advance, onDelivery },
  first,
  words,
}: {
  cash: Cash;
  first: string;
  /** What is paid when nothing is asked for. */
  words: string;
}) {
  if (outcome === "refuse") return reason === "" ? null : <NoCash reason={reason} total={onDelivery} />;
  return (
    <PayWay value="cod" first={first} title="Cash on Delivery Available">
      {advance > 0 ? <AdvanceWords advance={advance} onDelivery={onDelivery} /> : words}
      {outcome !== "allow" && <span className="block">{reason || cashWords[outcome]}</span>}
    </PayWay>
  );
}

function NoCash({ reason, total }: { reason: string; total: Paise }) {
  const { contact } = useShop().shop;
  const question = `Hello, can I pay cash on delivery for an order of ${rupees(total)}?`;
  return (
    <p className="hint">
      {reason}{" "}
      {contact.whatsapp ? (
        <a className="link" href={chatAddress(contact.whatsapp, question)} rel="noreferrer">
          Talk to us on WhatsApp
        </a>
      ) : (
        <Link className="link" to={href("/contact")}>
          Talk to us
        </Link>
      )}
    </p>
  );
}
