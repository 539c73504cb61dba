import { useRef, useState } from "react";
import { href, Link, useFetcher, useNavigate, useSearchParams } from "react-router";
import type { ListedOrder } from "../../../../shop/order-management/lists/list-orders.server.ts";
import { needsReason, statusQuestion } from "../../../../shop/order-management/status-question.ts";
import { type PromptFacts, transitionPrompt } from "../../../../shop/orders/order-steps.ts";
import { type OrderStatus, orderStatuses, shortId, statusLabels } from "../../../../shop/orders/orders.ts";
import type { RefundTodo } from "../../../../shop/payments/refund-todo.ts";
import { useToast } from "../../../parts/use-toast.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { focusInView } from "../../../ui/forms/focus-in-view.ts";
import type { FormAnswer } from "../../../ui/forms/form-context.ts";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { useMay } from "../may.tsx";
import { useApprovalWords } from "../refund-words.ts";
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
  const approval = useApprovalWords();
  const question = asked && statusQuestion([order], asked.to);
  const wantsReason = question !== null && needsReason(question);
  const ask = (wanted: string, send: SendChosen) => {
    const to = orderStatuses.find((known) => known === wanted) ?? now;
    if (transitionPrompt(order, to) === "cancel-sent")
      return navigate(`${href("/admin/orders/:id", { id })}?to=cancelled`);
    if (!statusQuestion([order], to)) return send({ answer: "here" });
    setAsked({ to, send });
    setError(undefined);
    dialog.current?.showModal();
  };
  return (
    <div className="order-step">
      <div className="order-menu">
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
          ask={ask}
        />
      </div>
      <NextStep order={order} ask={ask} />
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
          {question && <p>{questionSentences(question, approval).join(" ")}</p>}
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
    </div>
  );
}

const refundLabels: Record<RefundTodo, string> = {
  approve: "Approve refund",
  "pay-out": "Pay out refund",
  retry: "Retry refund",
};

/**
 * The usual next step of an order: a link to where it is done, or a status that a button sets. In: whether the viewer may
 * refund; money that goes back comes first, because its customer waits for it. One whose parcel does not arrive leads
 * to that: to mark it delivered would take its cash for received. Null for one that waits for its customer
 * to pay: going on without the money is unusual.
 */
export function nextStep(
  order: Pick<ListedOrder, "id" | "openReturn" | "openRefund" | "parcelToDecide"> & PromptFacts,
  mayRefund: boolean,
): {
  label: string;
  link?: string;
  to?: OrderStatus;
} | null {
  const { id, status, openReturn, openRefund, parcelToDecide } = order;
  if (openRefund && mayRefund) {
    return {
      label: refundLabels[openRefund.todo],
      link: `${href("/admin/orders/:id", { id })}#refund-${openRefund.id}`,
    };
  }
  if (openReturn)
    return { label: "Look at return", link: `${href("/admin/orders/:id", { id })}#return-${openReturn}` };
  if (status === "pending") {
    const unusual = transitionPrompt(order, "confirmed");
    const waitsForMoney = unusual === "unpaid" || unusual === "no-advance";
    return waitsForMoney ? null : { label: "Confirm", to: "confirmed" as const };
  }
  if (status === "shipped" && parcelToDecide !== null)
    return { label: "Look at parcel", link: `${href("/admin/orders/:id", { id })}#parcel-${parcelToDecide}` };
  if (status === "shipped") return { label: "Mark delivered", to: "delivered" as const };
  if (status === "confirmed" || status === "processing")
    return { label: "Ship", link: `${href("/admin/orders/ship")}?id=${id}` };
  return null;
}

/** One button for the next step, which asks what choosing that status asks. */
function NextStep({ order, ask }: { order: ListedOrder; ask: (to: string, send: SendChosen) => unknown }) {
  const fetcher = useFetcher<FormAnswer>();
  const [params] = useSearchParams();
  useToast(fetcher.data?.toast);
  const step = nextStep(order, useMay()("orders.refund"));
  if (!step) return null;
  const name = `${step.label}, order ${shortId(order.id)}`;
  if (step.link)
    return (
      <Link className="btn btn-secondary" to={step.link} aria-label={name}>
        {step.label}
      </Link>
    );
  const { to = order.status } = step;
  const busy = fetcher.state !== "idle";
  const action = href("/admin/orders");
  const fields = { intent: "status", id: order.id, seen: order.status, status: to, list: String(params) };
  return (
    <fetcher.Form
      method="post"
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) return;
        ask(to, (more) => void fetcher.submit({ ...fields, ...more }, { method: "post", action }));
      }}
    >
      <HiddenFields fields={fields} />
      <button type="submit" className="btn btn-secondary" aria-label={name} aria-disabled={busy || undefined}>
        {step.label}
      </button>
    </fetcher.Form>
  );
}
