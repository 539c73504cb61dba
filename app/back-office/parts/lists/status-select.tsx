import { useRef, useState } from "react";
import { href, useNavigate, useSearchParams } from "react-router";
import type { ListedOrder } from "../../../../shop/order-management/lists/list-orders.server.ts";
import { type TransitionPrompt, transitionPrompt } from "../../../../shop/orders/order-steps.ts";
import { type OrderStatus, orderStatuses, shortId, statusLabels } from "../../../../shop/orders/orders.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { focusInView } from "../../../ui/forms/focus-in-view.ts";
import { statusChoices } from "./columns.tsx";
import { InlineSelect, type SendChosen } from "./inline-select.tsx";

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
  const { id, status: now } = order;
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<string>();
  const [asked, setAsked] = useState<{ to: OrderStatus; send: SendChosen } | null>(null);
  const question = asked && transitionPrompt(order, asked.to);
  return (
    <>
      <InlineSelect
        label={`Status of order ${shortId(id)}`}
        name="status"
        value={now}
        options={statusChoices}
        fields={{ intent: "status", id, seen: now, list: String(params) }}
        action={href("/admin/orders")}
        setLabel={(to) =>
          `Set order ${shortId(id)} to ${statusChoices.find(({ value }) => value === to)?.label}`
        }
        ask={(wanted, send) => {
          const to = orderStatuses.find((known) => known === wanted) ?? now;
          const prompt = transitionPrompt(order, to);
          if (prompt === "cancel-sent") return navigate(`${href("/admin/orders/:id", { id })}?to=cancelled`);
          if (!prompt) return send({ answer: "here" });
          setAsked({ to, send });
          setError(undefined);
          dialog.current?.showModal();
        }}
      />
      <dialog ref={dialog} className="sheet end" aria-label={`Reason for order ${shortId(id)}`}>
        <header>
          <h2 className="h3">
            Order {shortId(id)}: {statusLabels[now]} to {statusLabels[asked?.to ?? now]}
          </h2>
        </header>
        <form
          className="body grid gap-4"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const field = event.currentTarget.elements.namedItem("reason");
            if (!(field instanceof HTMLInputElement)) return;
            if (field.value.trim() === "") {
              setError("Please enter a reason.");
              return focusInView(field);
            }
            asked?.send({ reason: field.value, answer: "here" });
            dialog.current?.close();
          }}
        >
          <p>{question && questions[question]} Only staff can read this.</p>
          <Field label="Reason" name="reason" maxLength={500} error={error} />
          <div className="flex flex-wrap justify-end gap-2">
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
