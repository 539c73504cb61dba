import type { ReactNode } from "react";
import { shortDate } from "../../../../shop/dates.ts";
import { plural, rupeesExact } from "../../../../shop/money.ts";
import type { OrderDetail } from "../../../../shop/order-management/order-detail.server.ts";
import type { OrderLine } from "../../../../shop/orders/orders.ts";
import {
  failureLabels,
  isPartSent,
  type OrderParcel,
  type ParcelAct,
  type ParcelState,
  parcelContents,
  parcelStateLabels,
  stateAfter,
} from "../../../../shop/orders/parcels.ts";
import { Field, Select } from "../../../ui/forms/field.tsx";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { May } from "../../parts/may.tsx";
import { NamedForm } from "../../parts/named-form.tsx";
import { useApprovalWords } from "../../parts/refund-words.ts";
import { Panel } from "../../parts/screen-head.tsx";
import { DispositionFields } from "./dispositions.tsx";
import { CostField, ParcelFields } from "./parcel-fields.tsx";

const tone: Record<ParcelState, string> = {
  prepared: "",
  sent: "info",
  delivered: "ok",
  undelivered: "warn",
  returning: "warn",
  returned: "bad",
  lost: "bad",
};

/** The parcels of an order with what can be recorded about each, and a form that sends some of its items. */
export function OrderParcels({ file }: { file: OrderDetail }) {
  const { order, unsent } = file;
  const isOpen = order.status !== "cancelled";
  const rest = order.lines.filter(({ id }) => (unsent[id] ?? 0) > 0);
  const units = order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  // One unit is sent by the order's status.
  const canDivide = isOpen && rest.length > 0 && (units > 1 || order.parcels.length > 0);
  if (order.parcels.length === 0 && !canDivide) return null;
  return (
    <Panel
      title="Parcels"
      aside={
        order.parcels.length > 0 && <span className="muted">{plural(order.parcels.length, "parcel")}</span>
      }
    >
      {order.parcels.length > 0 && (
        <ul className="office-facts grid gap-3 mb-3">
          {order.parcels.map((parcel) => (
            <li key={parcel.id} id={`parcel-${parcel.number}`}>
              <Parcel file={file} parcel={parcel} />
            </li>
          ))}
        </ul>
      )}
      {canDivide && (
        <May permission="orders.edit">
          <NewParcel file={file} rest={rest} />
        </May>
      )}
    </Panel>
  );
}

function Parcel({ file, parcel }: { file: OrderDetail; parcel: OrderParcel }) {
  const { order } = file;
  const { number, state, failure, attempts, courier, trackingNumber, trackingLink, lines } = parcel;
  const by = [courier, trackingNumber].filter(Boolean).join(" ");
  const at = parcel.endedAt ?? parcel.deliveredAt ?? parcel.sentAt;
  const tried =
    attempts > 0 &&
    failure &&
    `${failureLabels[failure]}, tried ${attempts === 1 ? "once" : `${attempts} times`}`;
  return (
    <>
      <span>
        <b>Parcel {number}</b> <span className={`badge ${tone[state]}`}>{parcelStateLabels[state]}</span>
      </span>
      <span className="wrap-anywhere">{parcelContents(order, lines) ?? "All items"}</span>
      <small className="wrap-anywhere">
        {trackingLink ? (
          <a className="link" href={trackingLink} rel="noopener noreferrer" target="_blank">
            {by || "Track the parcel"}
          </a>
        ) : (
          by || "No courier"
        )}
        {at && ` · ${shortDate(at)}`}
        {tried && ` · ${tried}`}
      </small>
      {parcel.cost !== null && <small>Cost {rupeesExact(parcel.cost)}</small>}
      <May permission="orders.edit">
        {order.status !== "cancelled" && <Acts file={file} parcel={parcel} />}
        {state !== "prepared" && (
          <Confirm
            id={`cost-${parcel.id}`}
            open={parcel.cost === null ? "Enter cost" : "Change cost"}
            openClass="btn btn-secondary"
            destructive={false}
            title={`What did parcel ${number} cost?`}
            text="It counts in what the order cost, and in the list of returned parcels if it came back."
            button="Save"
            fields={{ intent: "parcel-cost", parcel: parcel.id, version: file.version }}
          >
            <CostField now={parcel.cost} />
          </Confirm>
        )}
      </May>
    </>
  );
}

function Acts({ file, parcel }: { file: OrderDetail; parcel: OrderParcel }) {
  const { order, itemsWithoutDisposition: open } = file;
  const { id, number, state, lines } = parcel;
  const approval = useApprovalWords();
  const can = (act: ParcelAct) => stateAfter(act, state) !== null;
  const fields = (act: ParcelAct) => ({ intent: "parcel-act", parcel: id, act, version: file.version });
  const due = Object.fromEntries(
    lines.map(({ lineId, quantity }) => [lineId, Math.min(quantity, open?.[lineId] ?? 0)]),
  );
  return (
    <div className="flex flex-wrap items-end gap-2">
      {can("send") && (
        <Act name={`send-${id}`} fields={fields("send")} button="Send">
          {file.asksToSend && <Field label="Reason" name="reason" maxLength={500} />}
        </Act>
      )}
      {can("deliver") && <Act name={`deliver-${id}`} fields={fields("deliver")} button="Delivered" />}
      {can("fail") && (
        <Confirm
          id={`fail-${id}`}
          open="Not delivered"
          openClass="btn btn-secondary"
          destructive={false}
          title={`Parcel ${number} could not be delivered?`}
          text="The customer sees the reason when tracking the order. The courier may try again."
          button="Save"
          fields={fields("fail")}
        >
          <Select label="Why" name="failure" defaultValue="">
            <option value="">Choose</option>
            {Object.entries(failureLabels).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Confirm>
      )}
      {can("return") && <Act name={`return-${id}`} fields={fields("return")} button="Coming back" />}
      {can("receive") && (
        <Confirm
          id={`receive-parcel-${id}`}
          open="Received back"
          openClass="btn btn-secondary"
          destructive={false}
          title={`Parcel ${number} is back?`}
          text={backWords(file, parcel, approval)}
          button="Save"
          fields={fields("receive")}
        >
          <DispositionFields lines={order.lines} quantities={due} isHere />
          <CostField now={parcel.cost} />
        </Confirm>
      )}
      {can("lose") && (
        <Confirm
          id={`lose-${id}`}
          open="Lost"
          openClass="btn btn-secondary"
          title={`Parcel ${number} is lost?`}
          text={`Its items are written off. ${backWords(file, parcel, approval)}`}
          button="It is lost"
          fields={fields("lose")}
        >
          <CostField now={parcel.cost} />
        </Confirm>
      )}
      {/* That of an only parcel is in the form of the status. */}
      {(order.parcels.length > 1 || isPartSent(order)) && (
        <Confirm
          id={`carrier-${id}`}
          open="Change courier"
          openClass="btn btn-secondary"
          destructive={false}
          title={`Courier of parcel ${number}`}
          text="Without a tracking link, the one of the courier in Settings is used."
          button="Save"
          fields={{ intent: "parcel-carrier", parcel: id, version: file.version }}
        >
          <ParcelFields parcel={parcel} />
        </Confirm>
      )}
      {state === "prepared" && (
        <Act
          name={`unpack-${id}`}
          fields={{ intent: "parcel-unpack", parcel: id, version: file.version }}
          button="Unpack"
        />
      )}
    </div>
  );
}

/** What follows for the customer's money when a parcel does not arrive. `approval`: `useApprovalWords`. */
function backWords({ order, refundable }: OrderDetail, parcel: OrderParcel, approval: string): string {
  const others = order.parcels.filter(
    ({ id, state }) => id !== parcel.id && state !== "returned" && state !== "lost",
  );
  if (others.length === 0)
    return `If nothing else is left to send, the order is cancelled, and ${refundable > 0 ? `what was paid is refunded${approval}` : "there is nothing to refund"}.`;
  if (order.paid) return `Its items are refunded${approval}.`;
  return order.method === "online"
    ? "The order stays unpaid as a whole."
    : "Its items are not to be paid any more; the invoice gets a credit note.";
}

function Act({
  name,
  fields,
  button,
  children,
}: {
  name: string;
  fields: Record<string, string>;
  button: string;
  children?: ReactNode;
}) {
  return (
    <NamedForm name={name}>
      <HiddenFields fields={fields} />
      {children}
      <button type="submit" className="btn btn-secondary">
        {button}
      </button>
    </NamedForm>
  );
}

/** The items that go into the next parcel, in a dialog: most orders are sent as a whole by their status. */
function NewParcel({ file, rest }: { file: OrderDetail; rest: OrderLine[] }) {
  return (
    <Confirm
      id="new-parcel"
      open="Send some items"
      openClass="btn btn-secondary"
      destructive={false}
      title="Send some items as a parcel"
      text="The rest can follow in another one. The tax invoice is for the whole order and is issued with its first parcel."
      button="Send this parcel"
      fields={{ intent: "parcel-new", version: file.version }}
    >
      {rest.map(({ id, name, size }) => (
        <Field
          key={id}
          label={`Quantity of ${name}${size ? `, size ${size}` : ""}`}
          name={`units-${id}`}
          inputMode="numeric"
          autoComplete="off"
          placeholder="0"
          hint={`At most ${file.unsent[id]}.`}
        />
      ))}
      <ParcelFields parcel={{}} />
      {file.asksToSend && (
        <Field
          label="Reason"
          name="reason"
          maxLength={500}
          hint="It is unpaid, refunded or has no GST rate. Only staff can read this."
        />
      )}
    </Confirm>
  );
}
