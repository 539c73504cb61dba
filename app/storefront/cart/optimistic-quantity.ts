import { startTransition, useEffect, useRef, useState } from "react";
import { href } from "react-router";
import type { CartLine } from "../../../shop/cart/cart.ts";
import { useShopForm } from "../../parts/use-shop-form.ts";

/**
 * The quantity as pressed. One request at a time: presses meanwhile are collected and only the last value is sent, so
 * that requests cannot overtake each other.
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

  // Reverts together with the message, not only after revalidation.
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
    // The router applies loader data in a transition; clear the optimistic value in one too, not earlier.
    startTransition(() => setWanted(null));
  }

  return { quantity: wanted ?? line.quantity, leaving: wanted !== null && wanted <= 0, want };
}

function fieldsOf(line: CartLine, quantity: number): FormData {
  const fields = new FormData();
  fields.set("intent", quantity <= 0 ? "remove" : "set");
  fields.set("line", line.id);
  fields.set("quantity", String(quantity));
  // For the optimistic count in the header.
  fields.set("was", String(line.quantity));
  return fields;
}
