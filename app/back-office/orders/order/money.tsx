import { Form } from "react-router";
import { actorLabel } from "../../../../shop/access/actor.ts";
import { shortDate } from "../../../../shop/dates.ts";
import { type Paise, rupeesExact } from "../../../../shop/money.ts";
import type {
  OrderDetail,
  OrderDetailPayment,
  OrderDetailRefund,
} from "../../../../shop/order-management/order-detail.server.ts";
import { isFree, paymentLabels, waitsForAdvance } from "../../../../shop/orders/amount-due.ts";
import {
  cashProvider,
  freeProvider,
  isOffline,
  outsideProvider,
} from "../../../../shop/orders/posting/offline-providers.ts";
import { payingWords, refundReasonText } from "../../../../shop/orders/remarks/remark-words.ts";
import type { PayoutDetails } from "../../../../shop/payments/payout/payout-form.ts";
import type { RefundTodo } from "../../../../shop/payments/refund-todo.ts";
import { Documents } from "../../../parts/orders/documents.tsx";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { useMay } from "../../parts/may.tsx";
import { Panel } from "../../parts/screen-head.tsx";

const methodLabels = { cod: "Cash on delivery", online: "Online", whatsapp: "WhatsApp, cash on delivery" };

/** How the order is paid. What all came outside of the shop was not paid online. */
function methodLabel(order: OrderDetail["order"], payments: readonly OrderDetailPayment[]): string {
  if (isFree(order)) return "Nothing to pay";
  const counted = payments.filter(({ effect }) => effect === "applied");
  if (counted.length > 0 && counted.every(({ provider }) => provider === outsideProvider))
    return "Outside the shop";
  return methodLabels[waitsForAdvance(order) ? "cod" : order.method];
}

const effectLabels: Record<OrderDetailPayment["effect"], { label: string; tone: string; todo: string }> = {
  applied: { label: "Received", tone: "ok", todo: "" },
  late: {
    label: "Late",
    tone: "warn",
    todo: "The items were sold out, so the order was cancelled. The payment is refunded automatically.",
  },
  mismatch: {
    label: "Wrong amount",
    tone: "bad",
    todo: "It is not the amount that was due. Check with the customer, then refund it.",
  },
  duplicate: {
    label: "Paid twice",
    tone: "warn",
    todo: "The second payment is refunded automatically.",
  },
};

const refundLabels = { pending: "Pending", succeeded: "Refunded", failed: "Failed" };
const refundTones = { pending: "info", succeeded: "ok", failed: "bad" };
const pendingReasonLabels = {
  "provider-missing": "is not set up",
  "provider-unreachable": "has not answered yet and will be asked again",
};
const gatewayLabels = {
  asked: "Requested",
  open: "Awaiting payment",
  paid: "Paid",
  closed: "Closed",
};

type Shown = {
  file: OrderDetail;
  /** The full payout details of a cash refund, once staff have requested them. */
  shownPayout: PayoutDetails | undefined;
};

/** The first refund about which staff have to do something; null for none. */
export function refundToDo({ refunds }: OrderDetail): { id: string; todo: RefundTodo; amount: Paise } | null {
  const [waiting] = refunds.flatMap(({ id, todo, amount }) => (todo ? [{ id, todo, amount }] : []));
  return waiting ?? null;
}

const todoWords: Record<RefundTodo, { title: (sum: string) => string; link: string }> = {
  approve: { title: (sum) => `A refund of ${sum} waits for approval`, link: "Approve the refund" },
  "pay-out": { title: (sum) => `${sum} is to be paid out`, link: "Pay it out, then mark it as paid out" },
  retry: {
    title: (sum) => `The refund of ${sum} failed`,
    link: "Try it again, or pay it out another way",
  },
};

/** Leads to the refund that waits for staff. */
export function RefundNotice({ file }: { file: OrderDetail }) {
  const may = useMay();
  const refund = refundToDo(file);
  if (!refund || !may("orders.refund")) return null;
  const { title, link } = todoWords[refund.todo];
  return (
    <Notice
      tone="warn"
      title={title(rupeesExact(refund.amount))}
      text={
        refund.todo === "pay-out" && !file.payout
          ? "The customer has not said yet where to send it. They are asked in My Orders."
          : undefined
      }
    >
      <a className="link" href={`#refund-${refund.id}`}>
        {link}
      </a>
    </Notice>
  );
}

/** Payment attempts, gateway events with their effect, and refunds. */
export function OrderPayments({ file, shownPayout }: Shown) {
  const { order, gatewayOrders, refunds, documents } = file;
  // The payment of 0 that settles an order of 0 is the books' own.
  const payments = file.payments.filter(({ provider }) => provider !== freeProvider);
  return (
    <Panel title="Payment" aside={<span className="muted">{methodLabel(order, payments)}</span>}>
      <p>{paymentLabels(order)}</p>
      {payments.length > 0 && (
        <ul className="office-facts grid gap-3 mt-3" aria-label="Payments">
          {payments.map((payment) => (
            <PaymentFact key={`${payment.provider} ${payment.id}`} payment={payment} />
          ))}
        </ul>
      )}
      {refunds.length > 0 && (
        <ul className="office-facts grid gap-3 mt-3" aria-label="Refunds">
          {refunds.map((refund) => (
            <RefundFact key={refund.id} refund={refund} file={file} shownPayout={shownPayout} />
          ))}
        </ul>
      )}
      <Documents orderId={order.id} documents={documents} />
      {gatewayOrders.length > 0 && (
        <ul className="office-facts grid gap-3 mt-3" aria-label="Payment attempts">
          {gatewayOrders.map(({ id, amount, state, at }) => (
            <li key={id}>
              <span>
                <b className="num">{rupeesExact(amount)}</b>{" "}
                <span className="badge">{gatewayLabels[state]}</span>
              </span>
              <small>
                {shortDate(at)} · {id}
              </small>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function PaymentFact({ payment }: { payment: OrderDetailPayment }) {
  const { id, provider, amount, method, effect, at, left } = payment;
  // What a courier collected has no number of its own, and is cash.
  const how = provider === cashProvider ? [] : [method && payingWords(method)];
  const { label, tone, todo } = effectLabels[effect];
  const may = useMay();
  return (
    <li>
      <span>
        <b className="num">{rupeesExact(amount)}</b> <span className={`badge ${tone}`}>{label}</span>
      </span>
      <small>
        {[shortDate(at), payer(provider), ...how, ...(isOffline(provider) ? [] : [id])]
          .filter(Boolean)
          .join(" · ")}
      </small>
      {todo && <small>{todo}</small>}
      {effect === "mismatch" && left > 0 && may("orders.refund") && (
        <Confirm
          id={`back-${id}`}
          open="Refund payment"
          openClass="btn btn-secondary"
          title={`Refund ${rupeesExact(left)}?`}
          text={`Payment ${id} will be refunded to its source.`}
          button="Refund payment"
          fields={{ intent: "send-back", payment: id }}
        />
      )}
    </li>
  );
}

/** Who took a payment. */
function payer(provider: string): string {
  if (provider === cashProvider) return "cash, collected on delivery";
  return provider === outsideProvider ? "paid outside the shop" : gatewayName(provider);
}

/** "cashfree" as its name. */
const gatewayName = (provider: string) => provider.charAt(0).toUpperCase() + provider.slice(1);

function RefundFact({ refund, file, shownPayout }: Shown & { refund: OrderDetailRefund }) {
  const { id, amount, state, reason, actor, at, inCash, failureReason, pendingReason, provider, todo } =
    refund;
  const may = useMay();
  const waits = todo === "approve";
  return (
    <li id={`refund-${id}`}>
      <span>
        Refund of <b className="num">{rupeesExact(amount)}</b>{" "}
        <span className={`badge ${refundTones[state]}`}>
          {waits
            ? "To be approved"
            : inCash && state === "pending"
              ? "Manual payout due"
              : refundLabels[state]}
        </span>
      </span>
      <small>
        {[shortDate(at), actorLabel(actor, file.customer?.name), refundReasonText(reason)].join(" · ")}
      </small>
      {failureReason && <small>The provider said: {failureReason}</small>}
      {waits && !may("orders.refund") && <small>Somebody who may refund has to approve it.</small>}
      {waits && may("orders.refund") && (
        <Form method="post" preventScrollReset>
          <HiddenFields fields={{ intent: "approve-refund", refund: id }} />
          <button type="submit" className="btn btn-secondary">
            Approve the refund of {rupeesExact(amount)}
          </button>
        </Form>
      )}
      {pendingReason && pendingReason !== "approval" && state === "pending" && (
        <small>
          Waiting: {gatewayName(provider)} {pendingReasonLabels[pendingReason]}
        </small>
      )}
      {todo === "retry" && <RetryRefund refund={refund} />}
      {todo === "pay-out" && may("orders.refund") && (
        <>
          <PayoutTarget masked={file.payout} shown={shownPayout} />
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="paid-out" />
            <input type="hidden" name="refund" value={id} />
            <button type="submit" className="btn btn-secondary">
              Mark {rupeesExact(amount)} as paid out
            </button>
          </Form>
        </>
      )}
    </li>
  );
}

/** Tries a refund that failed again, or has it paid out by hand. */
function RetryRefund({ refund: { id, amount, provider } }: { refund: OrderDetailRefund }) {
  const sum = rupeesExact(amount);
  if (!useMay()("orders.refund")) return <small>Someone who may give refunds has to try it again.</small>;
  return (
    <div className="flex flex-wrap gap-2">
      <Form method="post" preventScrollReset>
        <HiddenFields fields={{ intent: "retry-refund", way: "provider", refund: id }} />
        <button type="submit" className="btn btn-secondary" aria-label={`Try the refund of ${sum} again`}>
          Try again
        </button>
      </Form>
      <Confirm
        id={`by-hand-${id}`}
        open="Pay it out another way"
        openClass="btn btn-secondary"
        title={`Pay out ${sum} another way?`}
        text={`${gatewayName(provider)} is not asked again. The customer is asked for a UPI ID or a bank account; you send the money there and mark it as paid out here.`}
        button="Pay it out another way"
        fields={{ intent: "retry-refund", way: "by-hand", refund: id }}
      />
    </div>
  );
}

/** The payout details of a cash refund: masked, in full after "Show", which is audited. */
function PayoutTarget({ masked, shown }: { masked: string | null; shown: PayoutDetails | undefined }) {
  if (!masked) return <small>The customer has not said yet where to send it.</small>;
  if (shown) return <small role="status">Send it to {inFull(shown)}</small>;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="show-payout" />
      <small>Send it to {masked}</small>
      <button type="submit" className="btn btn-secondary" aria-label="Show where to send the refund">
        Show
      </button>
    </Form>
  );
}

function inFull(details: PayoutDetails): string {
  if (details.kind === "upi") return `UPI id ${details.upiId}`;
  return `${details.holder}, account ${details.account}, IFSC ${details.ifsc}`;
}
