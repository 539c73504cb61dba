import { useRef, useState } from "react";
import { href, useNavigate, useSearchParams } from "react-router";
import type { ListedOrder } from "../../../../shop/order-management/lists/list-orders.server.ts";
import { needsReason, statusQuestion } from "../../../../shop/order-management/status-question.ts";
import { transitionPrompt } from "../../../../shop/orders/order-steps.ts";
import { type OrderStatus, orderStatuses, shortId, statusLabels } from "../../../../shop/orders/orders.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { focusInView } from "../../../ui/forms/focus-in-view.ts";
import { statusChoices } from "./columns.tsx";
import { InlineSelect, type SendChosen } from "./inline-select.tsx";
import { questionSentences } from "./status-words.ts";

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
  const question = asked && statusQuestion([order], asked.to);
  const wantsReason = question !== null && needsReason(question);
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
          if (transitionPrompt(order, to) === "cancel-sent")
            return navigate(`${href("/admin/orders/:id", { id })}?to=cancelled`);
          if (!statusQuestion([order], to)) return send({ answer: "here" });
          setAsked({ to, send });
          setError(undefined);
          dialog.current?.showModal();
        }}
      />
      <dialog ref={dialog} className="sheet" aria-label={`Reason for order ${shortId(id)}`}>
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
            if (wantsReason && field.value.trim() === "") {
              setError("Please enter a reason.");
              return focusInView(field);
            }
            asked?.send({ reason: field.value, answer: "here", confirmed: "on" });
            dialog.current?.close();
          }}
        >
          {question && <p>{questionSentences(question).join(" ")}</p>}
          <Field
            label="Reason"
            name="reason"
            optional={!wantsReason}
            maxLength={500}
            hint="Only staff can read this."
            error={error}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <button type="button" className="btn btn-secondary" onClick={() => dialog.current?.close()}>
              Keep as it is
            </button>
            <button
              type="submit"
              className={asked?.to === "cancelled" ? "btn btn-danger" : "btn btn-primary"}
            >
              {asked?.to === "cancelled" ? "Cancel this order" : "Change status"}
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
