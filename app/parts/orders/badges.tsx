import { isFree, type PaymentState, paymentLabels } from "../../../shop/orders/amount-due.ts";
import { type OrderStatus, type PaymentStatus, statusLabels } from "../../../shop/orders/orders.ts";

type Tone = "" | "ok" | "warn" | "bad" | "info";

const statusTones: Record<OrderStatus, Tone> = {
  pending: "",
  confirmed: "info",
  processing: "info",
  shipped: "info",
  delivered: "ok",
  cancelled: "bad",
};

const paymentTones: Record<PaymentStatus, Tone> = {
  pending: "warn",
  completed: "ok",
  failed: "bad",
  refund_pending: "info",
  refunded: "",
  partly_refunded: "",
  paid_late: "info",
  amount_mismatch: "warn",
  duplicate: "info",
};

export function StatusBadge({ status }: { status: OrderStatus }) {
  return <span className={`badge ${statusTones[status]}`}>{statusLabels[status]}</span>;
}

/** The payment state. `short`: words for a list on a phone. */
export function PaymentBadge({ order, short }: { order: PaymentState; short?: string | undefined }) {
  const nothing = isFree(order) || (order.status === "cancelled" && order.paymentStatus === "pending");
  return (
    <span className={`badge ${nothing ? "" : paymentTones[order.paymentStatus]}`} data-short={short}>
      {short ? <span className="at-length">{paymentLabels(order)}</span> : paymentLabels(order)}
    </span>
  );
}
