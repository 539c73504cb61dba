import { href } from "react-router";
import { businessDays, shortDate } from "../../../shop/dates.ts";
import { rupeesExact } from "../../../shop/money.ts";
import { placeOfReturn, type ReturnRequest } from "../../../shop/returns/returns.ts";
import { Notice } from "../../ui/notice.tsx";
import { useShop } from "../shop-context.ts";
import { useShopForm } from "../use-shop-form.ts";
import { PickupLink, pickupLabels, type StateLabels } from "./pickups.tsx";

const steps = ["Requested", "Approved", "On its way", "Received"];

/**
 * How far a request is, what follows, and what its customer can do. `next`: the page to come back to; `asksPayout`:
 * whether a refund by hand waits for the customer to say where to send it.
 */
export function ReturnProgress({
  request,
  next,
  asksPayout,
}: {
  request: ReturnRequest;
  next: string;
  asksPayout: boolean;
}) {
  const { shop } = useShop();
  const done = doneSteps(request);
  return (
    <>
      {done > 0 && (
        <ol className="flex flex-wrap gap-2" aria-label="Progress of the return">
          {steps.map((step, place) => (
            <li
              key={step}
              className={place < done ? "badge ok" : "badge muted"}
              aria-current={place === done - 1 ? "step" : undefined}
            >
              {step}
              {place >= done && <span className="sr-only">, not yet</span>}
            </li>
          ))}
        </ol>
      )}
      <Notice {...stateLabels(request, shop.policy.refundBusinessDays, placeOfReturn(shop), asksPayout)} />
      {request.state === "requested" && (
        <Step request={request} next={next} intent="withdraw-return" label="Withdraw this request" />
      )}
      {request.state === "approved" && <PickupLink request={request} />}
      {request.state === "approved" && !request.sentAt && !request.pickupNumber && (
        <Step request={request} next={next} intent="return-sent" label="It is on its way" />
      )}
    </>
  );
}

type StepProps = { request: ReturnRequest; next: string; intent: string; label: string };

function Step({ request: { id }, next, intent, label }: StepProps) {
  const { busy, form } = useShopForm(href("/orders"), { once: "shown" });
  return (
    <form {...form} className="print:hidden">
      <input type="hidden" name="return" value={id} />
      <input type="hidden" name="next" value={next} />
      <button
        type="submit"
        name="intent"
        value={intent}
        className="btn btn-secondary btn-medium"
        aria-busy={busy}
      >
        {label}
      </button>
    </form>
  );
}

/** How many of the steps are complete; 0 for a request that was rejected or withdrawn. */
function doneSteps({ state, sentAt }: ReturnRequest): number {
  if (state === "requested") return 1;
  if (state === "approved") return sentAt ? 3 : 2;
  return state === "received" || state === "closed" ? 4 : 0;
}

/** `refundDays`: minimum and maximum business days. `place`: where the parcel goes or who picks it up. */
function stateLabels(
  request: ReturnRequest,
  refundDays: readonly [number, number],
  place: string | null,
  asksPayout: boolean,
): StateLabels {
  const { state, kind, answer, refund, courier, trackingNumber, sentAt } = request;
  const message = answer ?? undefined;
  if (state === "requested")
    return { tone: "warn", title: "Under review", text: "We will write to you soon." };
  if (state === "withdrawn")
    return { tone: "warn", title: "You have withdrawn this request", text: "Please keep the item." };
  if (state === "rejected") return { tone: "wrong", title: "We cannot accept it", text: message };
  if (state === "approved" && sentAt)
    return { tone: "ok", title: `On its way to us since ${shortDate(sentAt)}`, text: message };
  if (state === "approved" && request.pickupNumber) return pickupLabels(request);
  if (state === "approved") {
    const where = place ?? "Please ask us where to send it, or for a pick-up.";
    return {
      tone: "ok",
      title: "Approved: please send it back",
      text: [answer, where].filter(Boolean).join(" "),
    };
  }
  if (kind === "exchange") {
    const by = [courier, trackingNumber].filter(Boolean).join(" ");
    return state === "closed"
      ? { tone: "ok", title: "We have sent your exchange", text: by || undefined }
      : { tone: "ok", title: "It has arrived", text: "We will send your exchange next." };
  }
  if (!refund) return { tone: "ok", title: "It has arrived", text: "There was nothing to refund." };
  const sum = rupeesExact(refund.amount);
  if (refund.state === "succeeded") return { tone: "ok", title: `${sum} went back to you` };
  if (refund.state === "failed")
    return {
      tone: "warn",
      title: `The refund of ${sum} did not go through`,
      text: "We are looking into it.",
    };
  if (!refund.isApproved)
    return { tone: "ok", title: "It has arrived", text: `We will refund ${sum} and let you know.` };
  const days = businessDays(refundDays);
  if (refund.inCash && asksPayout)
    return {
      tone: "warn",
      title: `Where should we send your ${sum}?`,
      text: `Tell us the UPI ID or bank account, and we pay it out in ${days}.`,
    };
  return refund.inCash
    ? {
        tone: "ok",
        title: `Refund of ${sum} on its way`,
        text: `We pay it out in ${days}.`,
      }
    : { tone: "ok", title: `Refund of ${sum} on its way`, text: `It arrives in ${days}.` };
}
