import { useCallback, useEffect, useId, useRef, useState } from "react";
import { href } from "react-router";
import { FieldError } from "../../../ui/forms/field.tsx";
import type { DeliveryWords } from "./delivery-words.server.ts";

const storageKey = "pin-code";

/**
 * Asks for a PIN code and shows the delivery date there and whether cash on delivery is available. Without scripts the
 * form opens the page with the code in its address; with them the answer appears in place and the browser stores the
 * code. It is never sent with other requests, so pages stay the same for everybody.
 */
export function DeliveryCheck({
  product,
  variant,
  page,
  asked,
}: {
  product: string;
  /** Cash on delivery depends on its price: the answer is renewed when it changes. */
  variant: string | null;
  page: string;
  /** The answer for the code in the address. */
  asked: DeliveryWords | null;
}) {
  const [answer, setAnswer] = useState(asked);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const submitted = useRef(false);
  const answeredFor = useRef(variant);
  const id = useId();
  const ask = useCallback(
    async (pin: string) => {
      setBusy(true);
      answeredFor.current = variant;
      const words = await answerFor({ product, variant, pin });
      setBusy(false);
      setAnswer(words);
      if (words && "place" in words) store(words.pin);
    },
    [product, variant],
  );
  useEffect(() => {
    const pin = readStored();
    if (pin === null || !field.current || field.current.value) return;
    field.current.value = pin;
    void ask(pin);
  }, [ask]);
  // The bar to buy would cover an answer near the lower edge. In the middle no bar lies, in any browser.
  useEffect(() => {
    if (answer && submitted.current) form.current?.scrollIntoView({ block: "center" });
    submitted.current = false;
  }, [answer]);
  const answered = answer?.pin;
  useEffect(() => {
    if (answered !== undefined && answeredFor.current !== variant) void ask(answered);
  }, [answered, ask, variant]);
  return (
    <form
      ref={form}
      method="get"
      action={page}
      className="delivery-check grid gap-2 text-small"
      onSubmit={(event) => {
        event.preventDefault();
        submitted.current = true;
        void ask(field.current?.value ?? "");
      }}
    >
      <label htmlFor={id}>PIN code for delivery</label>
      <span className="flex gap-2">
        <input
          ref={field}
          id={id}
          className="input num max-w-48"
          name="pin"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={8}
          required
          defaultValue={answer?.pin ?? ""}
          aria-invalid={answer && "error" in answer ? true : undefined}
          aria-describedby={`${id}-answer`}
        />
        <button type="submit" className="btn btn-secondary" aria-busy={busy}>
          Check
        </button>
      </span>
      <div id={`${id}-answer`} role="status">
        {answer && "error" in answer && <FieldError id={`${id}-error`} error={answer.error} />}
        {answer && "place" in answer && (
          <p>
            <b className="font-medium">
              {answer.place}: get it by {answer.arrives}
            </b>
            <br />
            {answer.cash}
          </p>
        )}
      </div>
    </form>
  );
}

/** The answer for a code; offline, an error. */
async function answerFor(asked: {
  product: string;
  variant: string | null;
  pin: string;
}): Promise<DeliveryWords | null> {
  const { product, variant, pin } = asked;
  const query = new URLSearchParams({ pin, ...(variant !== null && { variant }) });
  const address = `${href("/functions/delivery/:product", { product })}?${query}`;
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return { pin, error: "We could not ask just now. Please try again when you are online." };
  }
}

/** Storage may be disabled. */
function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function store(pin: string) {
  try {
    localStorage.setItem(storageKey, pin);
  } catch {
    // Then the next page asks again.
  }
}
