import { type RefObject, useEffect, useRef, useState } from "react";
import type { Paise } from "../../../shop/money.ts";
import { useShop } from "../shop-context.ts";
import { type Cash, cashByPolicy, cashFacts, cashFields } from "./cash.ts";

/**
 * What is said of cash for what the form has now. In: where to ask (an endpoint that reads the whole form), what the
 * page and the last answer say, and the total in paise. While an answer is awaited, and offline, what the settings say:
 * the server decides when the order is placed. Out: also the ref of an element in the form.
 */
export function useCash(
  askAt: string,
  known: Cash,
  answered: Cash | undefined,
  total: Paise,
): { cash: Cash; place: RefObject<HTMLElement | null> } {
  const { policy } = useShop().shop;
  const place = useRef<HTMLElement>(null);
  // Null until the scripts are there: fields may have been filled in before.
  const [facts, setFacts] = useState<string | null>(null);
  const [pin, setPin] = useState("");
  const [told, setTold] = useState<Cash | null>(null);
  // After each rendering, which may have written another version.
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return;
    const read = () => {
      const sent = new FormData(form);
      const typed = Object.fromEntries(cashFields.map((field) => [field, String(sent.get(field) ?? "")]));
      setFacts(cashFacts(typed));
      setPin(typed.postalCode ?? "");
    };
    read();
    form.addEventListener("input", read);
    return () => form.removeEventListener("input", read);
  });
  const said = [answered, told, known].find((one) => one && (facts === null || one.of === facts));
  const asks = said === undefined;
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form || !asks || facts === null) return;
    const stopped = new AbortController();
    void ask(askAt, new FormData(form), stopped.signal).then(
      (answer) => answer && setTold({ ...answer, of: facts }),
    );
    return () => stopped.abort();
  }, [askAt, asks, facts]);
  const meanwhile = cashByPolicy(policy, { total, postalCode: pin });
  const taken = { outcome: "allow", reason: "", advance: 0, onDelivery: total } as const;
  return { cash: said ?? { ...(meanwhile ?? taken), of: facts ?? "" }, place };
}

async function ask(at: string, body: FormData, signal: AbortSignal): Promise<Cash | null> {
  try {
    const answer = await fetch(at, { method: "POST", body, signal });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
