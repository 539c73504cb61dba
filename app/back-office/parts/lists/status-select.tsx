import { useRef, useState } from "react";
import { href, useFetcher, useNavigate, useSearchParams } from "react-router";
import type { ListedOrder } from "../../../../shop/order-management/lists/list-orders.server.ts";
import { type TransitionPrompt, transitionPrompt } from "../../../../shop/orders/order-steps.ts";
import { type OrderStatus, orderStatuses, shortId, statusLabels } from "../../../../shop/orders/orders.ts";
import { useToast } from "../../../parts/use-toast.ts";
import type { Toast } from "../../../ui/toast.tsx";

const questions: Record<TransitionPrompt, string> = {
  unpaid: "This order has not been paid for yet. Why should it be prepared or sent anyway?",
  refunded: "The money for this order has been refunded. Why should it continue?",
  backwards: "This is not the usual next step. What is the reason?",
  reopen: "This order was cancelled. Why should it continue?",
  "cancel-sent": "The parcel has already been shipped.",
};

/**
 * Status selector of an order's row. Choosing shows a button that submits it; a status that needs a reason opens a
 * dialog. Without scripts the button is always visible, and the order's page asks for the reason.
 */
export function StatusSelect({ order }: { order: ListedOrder }) {
  const { id } = order;
  const fetcher = useFetcher<{ toast?: Toast; ok?: boolean }>();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const [wanted, setWanted] = useState<OrderStatus | null>(null);
  // At once: after revalidation this row may no longer be in the list.
  useToast(fetcher.data?.toast);
  const sent = orderStatuses.find((known) => known === fetcher.formData?.get("status"));
  const now = order.status;
  const shown = sent ?? wanted ?? now;
  const send = (to: OrderStatus, reason = "") => {
    setWanted(null);
    void fetcher.submit(
      { intent: "status", id, seen: now, status: to, reason, answer: "here", list: String(params) },
      { method: "post", action: href("/admin/orders") },
    );
  };
  const question = wanted && transitionPrompt(order, wanted);
  return (
    <>
      <fetcher.Form
        method="post"
        action={href("/admin/orders")}
        className="inline-select"
        onSubmit={(event) => {
          event.preventDefault();
          if (!wanted || sent) return;
          if (question === "cancel-sent") void navigate(`${href("/admin/orders/:id", { id })}?to=cancelled`);
          else if (question) dialog.current?.showModal();
          else send(wanted);
        }}
      >
        <input type="hidden" name="intent" value="status" />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="seen" value={now} />
        <input type="hidden" name="list" value={String(params)} />
        <select
          className="input"
          name="status"
          aria-label={`Status of order ${shortId(id)}`}
          value={shown}
          aria-busy={fetcher.state !== "idle" || undefined}
          onChange={(event) => {
            const to = orderStatuses.find((known) => known === event.target.value);
            setWanted(to === now ? null : (to ?? null));
          }}
        >
          {orderStatuses.map((one) => (
            <option key={one} value={one}>
              {statusLabels[one]}
            </option>
          ))}
        </select>
        {wanted && !sent && (
          <>
            <button
              type="submit"
              className="btn btn-primary"
              aria-label={`Set order ${shortId(id)} to ${statusLabels[wanted]}`}
            >
              Set
            </button>
            <button type="button" className="btn btn-secondary" onClick={() => setWanted(null)}>
              Cancel
            </button>
          </>
        )}
        <noscript>
          <button type="submit" className="btn btn-secondary">
            Change
          </button>
        </noscript>
      </fetcher.Form>
      <dialog ref={dialog} className="sheet end" aria-label={`Reason for order ${shortId(id)}`}>
        <header>
          <h2 className="h3">
            Order {shortId(id)}: {statusLabels[now]} to {statusLabels[wanted ?? now]}
          </h2>
        </header>
        <form
          className="body confirm"
          onSubmit={(event) => {
            event.preventDefault();
            const reason = new FormData(event.currentTarget).get("reason");
            if (wanted && typeof reason === "string") send(wanted, reason);
            dialog.current?.close();
          }}
        >
          <p>{question && questions[question]} Only staff can read this.</p>
          <label className="field">
            <span>Reason</span>
            <input className="input" name="reason" required maxLength={500} />
          </label>
          <div className="confirm-buttons">
            <button type="button" className="btn btn-secondary" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <button type="submit" className="btn btn-primary">
              Change status
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
