import { useRef, useState } from "react";
import { useFetcher } from "react-router";
import {
  isUsualStep,
  type OrderStatus,
  orderStatuses,
  shortId,
  statusWords,
} from "../../../shop/orders/orders.ts";
import { useSaid } from "../../parts/people/use-said.ts";
import type { Toast } from "../../ui/toast.tsx";

/**
 * The status of an order, changed right in its row. Any value; an unusual step asks for a reason in a dialog that names
 * the order. Without scripts a button sends it, and the order's own page asks for the reason.
 */
export function StatusSelect({ id, status }: { id: string; status: OrderStatus }) {
  const fetcher = useFetcher<{ toast?: Toast }>();
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [wanted, setWanted] = useState<OrderStatus | null>(null);
  useSaid(fetcher.state === "idle" ? fetcher.data?.toast : undefined);
  const sent = orderStatuses.find((known) => known === fetcher.formData?.get("status"));
  // What the row shows counts, also while the list that tells so is still being read.
  const now = sent ?? status;
  const shown = sent ?? wanted ?? status;
  const send = (to: OrderStatus, reason = "") =>
    void fetcher.submit(
      { intent: "status", id, seen: now, status: to, reason, answer: "here" },
      { method: "post", action: "/admin/orders" },
    );
  return (
    <>
      <fetcher.Form ref={form} method="post" action="/admin/orders" className="inline-select">
        <input type="hidden" name="intent" value="status" />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="seen" value={status} />
        <select
          className="input"
          name="status"
          aria-label={`Status of order ${shortId(id)}`}
          value={shown}
          aria-busy={fetcher.state !== "idle" || undefined}
          onChange={(event) => {
            const to = orderStatuses.find((known) => known === event.target.value);
            if (!to || to === now) return;
            if (isUsualStep(now, to)) return send(to);
            setWanted(to);
            dialog.current?.showModal();
          }}
        >
          {orderStatuses.map((one) => (
            <option key={one} value={one}>
              {statusWords[one]}
            </option>
          ))}
        </select>
        <noscript>
          <button type="submit" className="btn btn-secondary">
            Change
          </button>
        </noscript>
      </fetcher.Form>
      <dialog
        ref={dialog}
        className="sheet end"
        aria-label={`Reason for order ${shortId(id)}`}
        onClose={() => setWanted(null)}
      >
        <header>
          <h2 className="h3">
            Order {shortId(id)}: {statusWords[now]} to {statusWords[wanted ?? now]}
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
          <p>This is not the usual next step. Why is it taken? Only staff read this.</p>
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
