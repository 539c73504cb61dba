import { startTransition, useEffect, useRef, useState } from "react";
import { href } from "react-router";
import type { CartLine } from "../../../shop/cart/cart.ts";
import { useShopForm } from "../../parts/ask-shop.ts";

/**
 * How many of a line are wanted, as it is pressed. One question to the server is under way at a time: what is pressed
 * meanwhile waits, and only its last figure is sent, so that the server never hears them in the wrong order.
 */
export function useOptimisticQuantity(line: CartLine) {
  const { ask, answer } = useShopForm(href("/cart"));
  const [wanted, setWanted] = useState<number | null>(null);
  const waiting = useRef<number | null>(null);
  const asking = useRef(false);
  const known = useRef(line);
  useEffect(() => {
    known.current = line;
  }, [line]);

  // A refusal is shown with its words, and not only when the page is read again.
  useEffect(() => {
    if (answer && !answer.ok && waiting.current === null) setWanted(null);
  }, [answer]);

  async function want(quantity: number) {
    waiting.current = quantity;
    setWanted(quantity);
    if (asking.current) return;
    asking.current = true;
    while (waiting.current !== null) {
      const fields = fieldsOf(known.current, waiting.current);
      waiting.current = null;
      await ask(fields);
    }
    asking.current = false;
    // The router shows what it read in a transition; the figure that stood for it leaves in the same way, not sooner.
    startTransition(() => setWanted(null));
  }

  return { quantity: wanted ?? line.quantity, leaving: wanted !== null && wanted <= 0, want };
}

function fieldsOf(line: CartLine, quantity: number): FormData {
  const fields = new FormData();
  fields.set("intent", quantity <= 0 ? "remove" : "set");
  fields.set("line", line.id);
  fields.set("quantity", String(quantity));
  // For the badge in the header, which shows the cart as it will be.
  fields.set("was", String(line.quantity));
  return fields;
}
