import { useEffect, useState } from "react";
import { href } from "react-router";
import type { Paise } from "../../../../shop/money.ts";
import { statusQuestion } from "../../../../shop/order-management/status-question.ts";
import { orderTexts } from "../../../../shop/orders/order-fields.ts";
import { transitionPrompt } from "../../../../shop/orders/order-steps.ts";
import {
  type OrderStatus,
  orderStatuses,
  type PlacedOrder,
  shortId,
  statusLabels,
} from "../../../../shop/orders/orders.ts";
import { isPartSent } from "../../../../shop/orders/parcels.ts";
import { Field, Select, TextArea } from "../../../ui/forms/field.tsx";
import type { FieldTexts } from "../../../ui/forms/form-context.ts";
import { useEarlyValue } from "../../../ui/forms/use-early-value.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { statusChoices } from "../../parts/lists/columns.tsx";
import { promptWords, questionSentences } from "../../parts/lists/status-words.ts";
import { NamedForm, useAnswerTo } from "../../parts/named-form.tsx";
import { useApprovalWords } from "../../parts/refund-words.ts";
import { UnsavedGuard } from "../../parts/save-bar.tsx";
import { Panel } from "../../parts/screen-head.tsx";
import { DispositionFields } from "./dispositions.tsx";
import { ParcelFields } from "./parcel-fields.tsx";

type Props = {
  order: PlacedOrder;
  version: string;
  /** Whether no tax invoice could be issued. */
  untaxed: boolean;
  /** What would be refunded if it were cancelled, in paise. */
  refundable: Paise;
  /** Shipped quantity per line when the order has left; a cancellation asks for the disposition of each item. */
  open: Record<string, number> | null;
  /** The status that was chosen in the list and that needs a reason. */
  wanted: OrderStatus | null;
};

/**
 * Status, parcel and message to the customer. A live update does not overwrite typed values: the form keeps the
 * version it was rendered with, and the server detects the conflict.
 */
export function StatusForm({ order, version, untaxed, refundable, open, wanted }: Props) {
  const [dirty, setDirty] = useState(false);
  const approval = useApprovalWords();
  // The courier of several parcels is entered at each.
  const now = { version, status: order.status, isWhole: order.parcels.length < 2 && !isPartSent(order) };
  const [seen, setSeen] = useState(now);
  if (!dirty && seen.version !== version) setSeen(now);
  const typed = useAnswerTo("status")?.typed;
  const cancelling = statusQuestion([{ ...order, untaxed, refundable }], "cancelled");
  const carrier = seen.isWhole ? "" : carrierOf(typed);
  const changedMeanwhile = dirty
    ? seen.version !== version
    : carrier !== "" || (typed && typed.seen !== order.status);
  return (
    <Panel id="status" title="Status">
      <UnsavedGuard dirty={dirty} />
      {changedMeanwhile && <ChangedMeanwhile order={order} carrier={carrier} />}
      <Fields
        // Refused values are shown again.
        key={`${seen.version} ${typed ? "typed" : ""}`}
        order={order}
        untaxed={untaxed}
        seen={seen}
        typed={typed}
        wanted={wanted}
        open={open}
        onTouch={() => setDirty(true)}
        onSend={() => setDirty(false)}
      />
      {order.status !== "cancelled" && (
        <Confirm
          id="cancel-order"
          open="Cancel order"
          title={`Cancel order ${shortId(order.id)}?`}
          text={
            cancelling
              ? `${questionSentences(cancelling, approval).join(" ")}${open ? " Please say what happened to each item." : ""}`
              : ""
          }
          button="Cancel this order"
          fields={{ intent: "status", status: "cancelled", seen: order.status, version }}
        >
          <Field label="Reason" name="reason" maxLength={500} hint="Only staff can read this." />
          {open && <DispositionFields lines={order.lines} quantities={open} />}
        </Confirm>
      )}
    </Panel>
  );
}

const statusNamed = (text: string | undefined) => orderStatuses.find((one) => one === text);

function Fields({
  order,
  untaxed,
  seen,
  typed,
  wanted,
  open,
  onTouch,
  onSend,
}: Pick<Props, "order" | "untaxed" | "wanted" | "open"> & {
  seen: { version: string; status: OrderStatus; isWhole: boolean };
  typed: FieldTexts | undefined;
  onTouch: () => void;
  onSend: () => void;
}) {
  // If only the courier was typed, the form asks for no status change, even if the status has changed meanwhile.
  const asked = typed && typed.status !== typed.seen ? typed.status : undefined;
  const begin = statusNamed(asked) ?? wanted ?? seen.status;
  const [to, setTo] = useState(begin);
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const choose = (status: string) => setTo(statusNamed(status) ?? to);
  const select = useEarlyValue<HTMLSelectElement>(choose);
  const question = transitionPrompt({ ...order, status: seen.status, untaxed }, to);
  return (
    <NamedForm
      name="status"
      action={href("/admin/orders/:id", { id: order.id })}
      onChange={onTouch}
      onSubmit={onSend}
    >
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="seen" value={seen.status} />
      <input type="hidden" name="version" value={seen.version} />
      <Select
        label="Order status"
        name="status"
        ref={select}
        value={to}
        onChange={(event) => choose(event.target.value)}
        choices={statusChoices}
      />
      {(question || !ready) && (
        <Field
          label="Reason"
          name="reason"
          maxLength={500}
          hint={`${question ? promptWords[question] : "Needed for an unusual step."} Only staff can read this.`}
        />
      )}
      {to === "cancelled" && seen.status !== "cancelled" && open && (
        <DispositionFields lines={order.lines} quantities={open} />
      )}
      {seen.isWhole && <ParcelFields parcel={order} />}
      <TextArea
        label={orderTexts.note.label}
        name="note"
        optional
        rows={3}
        maxLength={500}
        defaultValue={order.note ?? ""}
      />
      <button type="submit" className="btn btn-primary btn-full">
        Update status
      </button>
    </NamedForm>
  );
}

const carrierOf = (typed: FieldTexts | undefined) =>
  [typed?.courier, typed?.trackingNumber, typed?.trackingLink].filter(Boolean).join(", ");

/** Shows the current status beside the typed values. `carrier`: typed for fields that are no longer among them. */
function ChangedMeanwhile({ order, carrier }: { order: PlacedOrder; carrier: string }) {
  const { courier, trackingNumber, trackingLink, note } = order;
  const now = [statusLabels[order.status], courier, trackingNumber, trackingLink, note].filter(Boolean);
  return (
    <Notice
      tone="warn"
      title="Somebody else has changed this in the meantime"
      text={`It is now: ${now.join(", ")}. ${carrier ? `The courier is now entered at each parcel. You had typed for the courier: ${carrier}. The rest` : "What you typed"} is still below.`}
    />
  );
}
