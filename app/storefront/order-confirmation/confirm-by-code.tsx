import { Suspense } from "react";
import type { Channel } from "../../../platform/messaging/channels.ts";
import { confirmationPath } from "../../parts/orders/order-links.ts";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";

const PhoneCode = lazyPart(() => import("../../parts/account/phone-code.tsx"));

/** `shown`: the phone as its owner recognises it; `wait`: seconds until another code may be sent. */
export type AskedCode = {
  phone: string;
  shown: string;
  isSent: boolean;
  wait: number;
  channels: Channel[];
  isDemo: boolean;
};

/** The form for the code that confirms a cash order. */
export function ConfirmByCode({
  id,
  code,
  answer,
}: {
  id: string;
  code: AskedCode;
  answer: FormAnswer | undefined;
}) {
  const { phone, shown, isSent, wait, channels, isDemo } = code;
  const action = confirmationPath(id);
  return (
    <section className="summary p-5 bg-sunk max-w-read mt-4 print:hidden" aria-labelledby="confirm-order">
      <h2 id="confirm-order" className="h3 mb-3">
        Please confirm your order
      </h2>
      {isSent ? (
        <Suspense>
          <PhoneCode
            action={action}
            answer={answer}
            sent={{ phone, shown, channel: null }}
            wait={wait}
            channels={channels}
            isDemo={isDemo}
            intents={{ ask: "send-code", enter: "confirm-code" }}
            label="Confirm order"
          >
            We pack your order once you have confirmed it.
          </PhoneCode>
        </Suspense>
      ) : (
        <AnswerForm action={action} answer={answer}>
          <input type="hidden" name="intent" value="send-code" />
          <p>We pack your order once you have confirmed it by a code that we send to {shown}.</p>
          <button type="submit" className="btn btn-primary">
            Send me a code
          </button>
        </AnswerForm>
      )}
    </section>
  );
}
