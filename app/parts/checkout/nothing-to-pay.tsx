import type { RefObject } from "react";
import { PayWay } from "./pay-way.tsx";

/** The method of an order of 0: like one that is paid already, where orders can be. */
function freeMethod(online: boolean): "online" | "cod" {
  return online ? "online" : "cod";
}

const title = "Nothing to pay";

/** Instead of the payment methods of an order of 0. `online`: whether the shop takes online payments. */
export function NothingToPay({
  online,
  place,
}: {
  online: boolean;
  /** Of `useCash`, which reads the form around it. */
  place: RefObject<HTMLElement | null>;
}) {
  return (
    <section ref={place} className="py-5 border-t border-line" aria-labelledby="payment" aria-live="polite">
      <h2 id="payment" className="h3 mb-1">
        {title}
      </h2>
      <p>This order costs nothing, so you need not choose how to pay.</p>
      <input type="hidden" name="method" value={freeMethod(online)} />
    </section>
  );
}

/** The same where a choice is left, since the order can be sent on WhatsApp as well. */
export function FreeWay({ online, first }: { online: boolean; first: string }) {
  return (
    <PayWay value={freeMethod(online)} first={first} title={title}>
      We receive your order at once.
    </PayWay>
  );
}
