import { useEffect } from "react";
import { data, href, redirect } from "react-router";
import { readPaymentPart } from "../../shop/orders/amount-due.ts";
import { formFields } from "../http/forms/form.server.ts";
import { useLastAnswer } from "../http/forms/use-last-answer.ts";
import { userOf } from "../http/guards.server.ts";
import { useLiveUpdates } from "../http/live/use-live-updates.ts";
import { originOf } from "../http/origin.server.ts";
import { clearDrafts } from "../parts/form-drafts.ts";
import { PageHead } from "../parts/page-head.tsx";
import { servicesContext } from "../services-context.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import type { FormAnswer } from "../ui/forms/form-context.ts";
import { ToastOnArrival } from "../ui/toast.tsx";
import type { Route } from "./+types/order-confirmation";
import { PaymentFailed, PaymentReturned } from "./order-confirmation/after-payment.tsx";
import { answerCode } from "./order-confirmation/code.server.ts";
import { OpenPayment } from "./order-confirmation/open-payment.tsx";
import { PlacedOrderScreen } from "./order-confirmation/placed.tsx";
import { paymentState, payState, placedState } from "./order-confirmation/state.server.ts";

const path = href("/order-confirmation/:id?", {});

/**
 * Signed-in users only. With an id: that order; with both ids of the gateway: the payment's result; otherwise
 * redirects to the orders.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = userOf(context);
  const services = context.get(servicesContext);
  const asked = new URL(request.url).searchParams;
  const origin = originOf(services.site, request);
  if (params.id) {
    const placed = await placedState(services, viewer.id, params.id, origin);
    if (!placed) return data({ state: "missing" as const }, { status: 404 });
    if (placed.order.unpaid && asked.has("pay")) {
      const part = readPaymentPart(asked.get("pay"));
      return payState(services, viewer, placed.order.id, { origin, part });
    }
    return placed;
  }
  const [gatewayOrder, orderId] = [asked.get("order_id"), asked.get("db_order_id")];
  if (!gatewayOrder || !orderId) throw redirect(href("/orders"));
  return paymentState(services, viewer, gatewayOrder, orderId);
}

/** The forms for the code that confirms a cash order. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const fields = await formFields({ request, context });
  const services = context.get(servicesContext);
  return answerCode(services, userOf(context), params.id ?? "", { request, fields });
}

export default function OrderConfirmation({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  useLiveUpdates(["orders"]);
  useEffect(clearDrafts, []);
  return (
    <div className="wrap pb-section">
      <PageHead title="Order Confirmation" description="Your order and what happens next." path={path} />
      <ToastOnArrival toast={answer?.toast ?? null} />
      <Body answer={loaderData} code={answer} />
    </div>
  );
}

function Body({
  answer,
  code,
}: {
  answer: Route.ComponentProps["loaderData"];
  code: FormAnswer | undefined;
}) {
  switch (answer.state) {
    case "success":
    case "checking":
      return <PaymentReturned key={answer.state} paid={answer.state === "success"} />;
    case "failed":
      return <PaymentFailed order={answer.order} />;
    case "pay":
      return <OpenPayment order={answer.order} session={answer.session} />;
    case "placed":
      return <PlacedOrderScreen {...answer} answer={code} />;
    case "missing":
      return <Missing />;
  }
}

function Missing() {
  return (
    <EmptyState
      tone="wrong"
      level={1}
      title="Order Not Found"
      text="This order does not exist, or you do not have permission to see it."
      link={{ to: href("/orders"), label: "Go to My Orders" }}
    />
  );
}
