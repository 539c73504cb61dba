import type { ComponentProps } from "react";
import { href, Link } from "react-router";
import { shortDate } from "../../../../shop/dates.ts";
import { rupeesExact } from "../../../../shop/money.ts";
import type { Order } from "../../../../shop/orders/orders.ts";
import { reasonLabels } from "../../../../shop/orders/remarks/return-reasons.ts";
import { optionsLabel, type ReturnRequest, returnSummary } from "../../../../shop/returns/returns.ts";
import { Field, Select } from "../../../ui/forms/field.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { May } from "../../parts/may.tsx";
import { NamedForm } from "../../parts/named-form.tsx";
import { useApprovalWords } from "../../parts/refund-words.ts";
import { Panel } from "../../parts/screen-head.tsx";
import { returnStateLabels, returnStateTone, wayBackWords } from "../return-labels.ts";
import { ReturnPickup } from "./courier.tsx";
import { ParcelFields } from "./parcel-fields.tsx";

/** The return requests of an order, with the actions that their state allows. */
export function OrderReturns({ file, ...couriers }: Omit<ComponentProps<typeof ReturnPickup>, "request">) {
  const { order, returns } = file;
  if (returns.length === 0) return null;
  return (
    <Panel title="Returns and exchanges">
      <ul className="office-facts grid gap-3">
        {returns.map((request) => (
          <li key={request.id} id={`return-${request.id}`}>
            <span>
              <b>{request.kind === "return" ? "Return" : "Exchange"}</b>{" "}
              <span className={`badge ${returnStateTone[request.state]}`}>
                {returnStateLabels[request.state]}
              </span>
            </span>
            <span>{returnSummary(request.lines)}</span>
            <small>
              {shortDate(request.createdAt)} · {reasonLabels[request.reason]}
              {request.refund && ` · Refund of ${rupeesExact(request.refund.amount)}`}
            </small>
            {request.details && <p className="text-micro whitespace-pre-wrap">{request.details}</p>}
            <LateReason order={order} request={request} />
            {request.answer && <small>Our answer: {request.answer}</small>}
            {wayBackWords(request) && <small>{wayBackWords(request)}</small>}
            <SentExchange request={request} />
            <Photos orderId={order.id} request={request} />
            <ReturnPickup file={file} request={request} {...couriers} />
            <May permission="orders.edit">
              <Decide request={request} />
            </May>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Why staff took it back after the return window. A request and its event have the time of their transaction. */
function LateReason({ order, request }: { order: Order; request: ReturnRequest }) {
  const entered = order.events.find(
    ({ kind, to, at }) =>
      kind === "return" && to === "requested" && at.getTime() === request.createdAt.getTime(),
  );
  return entered?.note ? <small>Accepted after the return window: {entered.note}</small> : null;
}

/** Who carries the replacement of an exchange, once it was sent. */
function SentExchange({ request }: { request: ReturnRequest }) {
  const { kind, state, courier, trackingNumber, trackingLink } = request;
  if (kind !== "exchange" || state !== "closed") return null;
  const by = [courier, trackingNumber].filter(Boolean).join(" ");
  return (
    <small>
      {by ? `Exchange sent by ${by}` : "Exchange sent"}{" "}
      {trackingLink && (
        <a className="link" href={trackingLink} rel="noopener noreferrer" target="_blank">
          Track the exchange
        </a>
      )}
    </small>
  );
}

function Photos({ orderId, request: { photos } }: { orderId: string; request: ReturnRequest }) {
  if (photos.length === 0) return null;
  return (
    <div className="office-photos flex flex-wrap gap-2">
      {photos.map(({ key, width, height }, place) => {
        const address = href("/orders/:id/return-photos/:file", { id: orderId, file: `${key}.webp` });
        return (
          <a key={key} href={address}>
            <img
              src={address}
              alt={`From the customer, ${place + 1}`}
              width={width}
              height={height}
              loading="lazy"
            />
          </a>
        );
      })}
    </div>
  );
}

function Decide({ request }: { request: ReturnRequest }) {
  const { id, state, kind } = request;
  const what = kind === "return" ? "return" : "exchange";
  return (
    <div className="flex flex-wrap items-end gap-2">
      {state === "requested" && (
        <NamedForm name={`approve-${id}`}>
          <input type="hidden" name="return" value={id} />
          <Field label="Message to the customer" name="answer" optional maxLength={300} />
          <button type="submit" className="btn btn-primary" name="intent" value="approve">
            Approve {what}
          </button>
        </NamedForm>
      )}
      {state === "approved" && <Receive request={request} />}
      {kind === "exchange" && (state === "approved" || state === "received") && (
        <Link className="btn btn-secondary" to={`${href("/admin/orders/print")}?exchange=${id}`}>
          Exchange packing slip
        </Link>
      )}
      {state === "received" && kind === "exchange" && <Send id={id} />}
      {(state === "requested" || state === "approved") && (
        <Confirm
          id={`reject-${id}`}
          open={`Reject ${what}`}
          title={`Reject the ${what}?`}
          text={`${returnSummary(request.lines)}. The customer reads your reason.`}
          button="Reject"
          fields={{ intent: "reject", return: id }}
        >
          <Field label="Reason" name="answer" maxLength={300} />
        </Confirm>
      )}
    </div>
  );
}

/** Receipt of the returned items: restock or write off each. */
function Receive({ request: { id, lines, kind } }: { request: ReturnRequest }) {
  const approval = useApprovalWords();
  return (
    <NamedForm name={`receive-${id}`}>
      <input type="hidden" name="intent" value="receive" />
      <input type="hidden" name="return" value={id} />
      {lines.map(({ lineId, name, quantity, ...bought }) => (
        <Select
          key={lineId}
          label={[`${quantity} × ${name}`, optionsLabel(bought)].filter(Boolean).join(", ")}
          name={`condition-${lineId}`}
          defaultValue=""
        >
          <option value="">Choose</option>
          <option value="restocked">Back into stock</option>
          <option value="written-off">Written off</option>
        </Select>
      ))}
      {kind === "return" && approval && <p className="hint">The customer is refunded{approval}.</p>}
      <button type="submit" className="btn btn-primary">
        {kind === "return" ? "Received, start the refund" : "Received"}
      </button>
    </NamedForm>
  );
}

/** Ships the replacement of an exchange. */
function Send({ id }: { id: string }) {
  return (
    <NamedForm name={`send-${id}`}>
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="return" value={id} />
      <ParcelFields parcel={{}} />
      <button type="submit" className="btn btn-primary">
        Exchange sent
      </button>
    </NamedForm>
  );
}
