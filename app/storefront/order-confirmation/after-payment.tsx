import { useEffect } from "react";
import { href, Link, useNavigate, useRevalidator } from "react-router";
import { confirmationPath } from "../../parts/orders/order-links.ts";
import { type FailedView, notCharged, UnpaidActions } from "../../parts/orders/unpaid.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** Specification, section 9: delay of the redirect after a payment. */
const redirectAfterMs = 3_500;
const pollMs = 1_000;

/** Return from the payment page: paid or still unknown. Redirects to the orders after a delay. */
export function PaymentReturned({ paid }: { paid: boolean }) {
  useDelayedRedirect(href("/orders"));
  usePolling(!paid);
  return (
    <EmptyState
      level={1}
      title={paid ? "Payment Successful!" : "We are checking your payment"}
      text={
        paid
          ? "Thank you. We are getting your order ready."
          : "The bank has not confirmed it yet. If you have paid, please do not pay again: your order is saved and shows the payment as soon as it is confirmed."
      }
    >
      <p role="status">We will take you to your orders in a few seconds.</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Link className="btn btn-primary" to={href("/orders")}>
          View My Orders
        </Link>
        <Link className="btn btn-secondary" to={href("/shop")}>
          Continue Shopping
        </Link>
      </div>
      <noscript>
        <meta httpEquiv="refresh" content={`${redirectAfterMs / 1000};url=${href("/orders")}`} />
      </noscript>
    </EmptyState>
  );
}

/** The payment failed: nothing was charged, and the order can still be paid. */
export function PaymentFailed({ order }: { order: FailedView }) {
  return (
    <EmptyState tone="wrong" level={1} title="Payment failed" text={notCharged(order)}>
      <div className="flex flex-wrap justify-center gap-3">
        <UnpaidActions order={order} next={confirmationPath(order.id)} />
      </div>
      <Link className="link" to={href("/orders")}>
        View My Orders
      </Link>
    </EmptyState>
  );
}

function useDelayedRedirect(path: string) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(path, { replace: true }), redirectAfterMs);
    return () => clearTimeout(timer);
  }, [navigate, path]);
}

function usePolling(waiting: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => void revalidate(), pollMs);
    return () => clearInterval(timer);
  }, [waiting, revalidate]);
}
