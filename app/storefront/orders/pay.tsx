import { useEffect } from "react";
import { data, Form, href, Link, redirectDocument, useRevalidator } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import { dateAndTime } from "../../../shop/dates.ts";
import { rupeesExact } from "../../../shop/money.ts";
import { advanceAsked, dueNow, readPaymentPart } from "../../../shop/orders/amount-due.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { type LinkedPayment, linkedPayment, payByLink } from "../../../shop/payments/payment-links.server.ts";
import type { PaymentRefusal } from "../../../shop/payments/start-payment.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { originOf } from "../../http/origin.server.ts";
import { addHeadMetadata } from "../../http/seo/head-metadata.server.ts";
import { allMessages } from "../../parts/messages/all-messages.ts";
import { whyNotPaid } from "../../parts/messages/payment-refusals.server.ts";
import { LinkedOrder, linkedOrderOf, UnknownLink } from "../../parts/orders/linked-order.tsx";
import { OpenCashfree } from "../../parts/orders/open-cashfree.tsx";
import { trackPath } from "../../parts/orders/order-links.ts";
import { AdvanceButtons } from "../../parts/orders/unpaid.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { servicesContext } from "../../services-context.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Route } from "./+types/pay";

/** The order of a payment link: its items and sum, and no name or address, because links are passed on. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  addHeadMetadata(context, { noIndex: true, noStore: true });
  const returned = new URL(request.url).searchParams.has("returned");
  const linked = await linkedPayment(context.get(servicesContext), params.token, { returned });
  if (!linked) return data({ linked: null, returned }, { status: 404 });
  const { state, order, expiresAt } = linked;
  const failed = order.paymentStatus === "failed";
  const due = dueNow(order);
  // The items of an order that waits for its first payment are kept until the link expires.
  const isHeld = order.method === "online" && !order.hasPayment;
  const asks = advanceAsked(order);
  // Its advance is paid: what is left may wait for the courier.
  const isPrepaid = order.method !== "online" && order.hasPayment;
  const shown = { state, expiresAt, failed, due, asks, isHeld, isPrepaid, order: linkedOrderOf(order) };
  return data({ returned, linked: shown });
}

const refusals: Record<string, string> = {
  "out-of-stock": "Some of the items were sold in the meantime. Please write to us.",
  "coupon-gone": "The coupon of this order was used up. Please write to us.",
  "gateway-silent": "The payment page did not answer. You have not been charged. Please try again.",
};

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const part = readPaymentPart((await formFields({ request, context })).get("part"));
  const started = await payByLink(services, params.token, originOf(services.site, request), part);
  if (started.ok) {
    const { payPath, sessionId, mode } = started.value;
    if (payPath !== null) return redirectDocument(payPath, 303);
    if (mode !== "local") return data({ session: { sessionId, mode }, error: null });
  }
  const why = started.ok ? "gateway-silent" : started.refused;
  // The page itself says that a link has expired, or that its order is paid.
  const error =
    why === "link-over" || why === "not-found" ? null : (refusals[why] ?? (await reasonOf(services, why)));
  return data({ session: null, error }, { status: why === "not-found" ? 404 : 409 });
}

async function reasonOf(services: Services, why: PaymentRefusal): Promise<string> {
  const { title, text } = allMessages[await whyNotPaid(services, why, null)];
  return `${title}. ${text}`;
}

/** What a link that is not to be paid (any more) says. */
const over: Record<
  Exclude<LinkedPayment["state"], "open">,
  { title: string; text: string; tone?: "wrong" }
> = {
  paid: { title: "Paid. Thank you!", text: "We are getting your order ready." },
  checking: {
    title: "We are checking your payment",
    text: "The bank has not confirmed it yet. You do not have to pay again.",
  },
  expired: {
    tone: "wrong",
    title: "This link has expired",
    text: "Nothing was charged. Ask us for a new link, or order in the shop.",
  },
  replaced: {
    tone: "wrong",
    title: "There is a newer link",
    text: "Nothing was charged. Please use the link that we sent you last.",
  },
  cancelled: {
    tone: "wrong",
    title: "This order was cancelled",
    text: "There is nothing to pay. What you may have paid is refunded.",
  },
  elsewhere: { title: "Nothing to pay online", text: "This order is paid when it is delivered." },
};

export default function Pay({ loaderData: { linked, returned }, actionData, params }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  // The bank may take a moment after the return.
  usePolling(returned && linked?.state === "open" && !linked.failed && !linked.isPrepaid);
  const head = (
    <PageHead
      title="Pay for your order"
      description="Pay for the order that we have entered for you."
      path={href("/pay/:token", params)}
    />
  );
  if (!linked)
    return (
      <div className="wrap pb-section">
        {head}
        <UnknownLink />
      </div>
    );
  return (
    <div className="wrap pb-section">
      {head}
      {linked.state === "open" ? (
        <div className="max-w-read grid gap-4 py-5">
          <h1>Order {shortId(linked.order.id)}</h1>
          {linked.failed && (
            <Notice
              tone="wrong"
              title="The payment did not go through"
              text="You have not been charged. Please try again."
            />
          )}
          {linked.isPrepaid && (
            <Notice
              tone="ok"
              title={`We have received ${rupeesExact(linked.order.totals.received)}. Thank you!`}
              text={`The other ${rupeesExact(linked.due)} is paid on delivery, or now if you like.`}
            />
          )}
          {answer?.error && <Notice tone="wrong" title="This cannot be paid now" text={answer.error} />}
          <LinkedOrder order={linked.order} />
          <p className="muted">
            {linked.isHeld ? "We keep the items for you until" : "This link works until"}{" "}
            {dateAndTime(linked.expiresAt)}.
          </p>
          <Form method="post">
            {linked.asks ? (
              <AdvanceButtons asks={linked.asks} />
            ) : (
              <button type="submit" className="btn btn-primary">
                Pay {rupeesExact(linked.due)}
              </button>
            )}
          </Form>
          {answer?.session && <OpenCashfree session={answer.session} />}
        </div>
      ) : (
        <Over id={linked.order.id} state={linked.state} />
      )}
    </div>
  );
}

function Over({ id, state }: { id: string; state: keyof typeof over }) {
  const { title, text, tone } = over[state];
  return (
    <EmptyState level={1} {...(tone && { tone })} title={title} text={text}>
      <div className="flex flex-wrap justify-center gap-3">
        {state !== "expired" && state !== "replaced" && (
          <Link className="btn btn-primary" to={trackPath(id)}>
            Track your order
          </Link>
        )}
        <Link className="btn btn-secondary" to={href("/contact")}>
          Contact us
        </Link>
        <Link className="btn btn-secondary" to={href("/shop")}>
          Go to the shop
        </Link>
      </div>
    </EmptyState>
  );
}

const pollMs = 2_000;

function usePolling(waits: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => void revalidate(), pollMs);
    return () => clearInterval(timer);
  }, [waits, revalidate]);
}
