import { Fragment, useState } from "react";
import { href, Link } from "react-router";
import { plural, readRupees, rupeesExact } from "../../../../shop/money.ts";
import type { OrderDetail } from "../../../../shop/order-management/order-detail.server.ts";
import { type OrderLine, shortId } from "../../../../shop/orders/orders.ts";
import { lineRefund } from "../../../../shop/orders/posting/refund-of-line.ts";
import { Totals } from "../../../parts/orders/totals.tsx";
import { ProductPicture } from "../../../parts/picture.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { useMay } from "../../parts/may.tsx";
import { useAnswerTo } from "../../parts/named-form.tsx";
import { Panel } from "../../parts/screen-head.tsx";
import { DispositionSelect } from "./dispositions.tsx";
import { refundedMeanwhile } from "./refusal-labels.ts";

/** Order lines, totals, and the refund form. */
export function OrderItems({ file, formKey }: { file: OrderDetail; formKey: string }) {
  const { order, refundedByLine, refundable: left } = file;
  const itemCount = order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const may = useMay();
  return (
    <Panel title="Items" aside={<span className="muted">{plural(itemCount, "item")}</span>}>
      <ul className="rows">
        {order.lines.map((line) => (
          <Line key={line.id} line={line} back={refundedByLine.get(line.id)} />
        ))}
      </ul>
      <Totals order={order} />
      {left > 0 && may("orders.refund") && (
        <Confirm
          id="refund"
          open="Refund items"
          openClass="btn btn-secondary mt-3"
          title={`Refund of order ${shortId(order.id)}`}
          text={`${rupeesExact(left)} of what was paid can be refunded. Choose the items; the customer is notified.`}
          button="Refund"
          fields={{ intent: "refund", key: formKey }}
          gone={refundedMeanwhile(left, 0)}
        >
          <RefundFields file={file} />
        </Confirm>
      )}
    </Panel>
  );
}

type Back = { quantity: number; undelivered: number };

function Line({ line, back = { quantity: 0, undelivered: 0 } }: { line: OrderLine; back: Back | undefined }) {
  const { name, slug, productId, sku, size, colour, picture, unit, quantity, total } = line;
  const options = [colour, size && `Size ${size}`, sku].filter(Boolean).join(" · ");
  const refunded = back.quantity - back.undelivered;
  const gone = [
    refunded > 0 && `${refunded} refunded`,
    back.undelivered > 0 && `${back.undelivered} not delivered, not to be paid`,
  ].filter(Boolean);
  return (
    <li className="py-2">
      <div className="pic w-10 flex-none">
        <ProductPicture picture={picture} alt="" sizes="3rem" />
      </div>
      <div className="grow wrap-anywhere">
        {productId ? (
          <Link className="link" to={href("/product/:id?", { id: slug })}>
            {name}
          </Link>
        ) : (
          name
        )}
        <small>{options}</small>
        {gone.length > 0 && <small>{gone.join(", ")}</small>}
      </div>
      <div className="grid num whitespace-nowrap text-end">
        {quantity} × {rupeesExact(unit)}
        <b>{rupeesExact(total)}</b>
      </div>
    </li>
  );
}

/** Refund form: quantity per line, an additional amount, and the resulting total. */
function RefundFields({ file: { order, refundedByLine, refundable: left } }: { file: OrderDetail }) {
  const [wanted, setWanted] = useState<Record<string, number>>({});
  const [extra, setExtra] = useState(0);
  const [seen, setSeen] = useState(left);
  // Whoever has entered something reads first that another refund came in between. After that refusal they know.
  const told = useAnswerTo("refund")?.errors?.seen;
  const isEntered = Object.keys(wanted).length > 0 || extra > 0;
  if (seen !== left && (told || !isEntered)) setSeen(left);
  const meanwhile = seen === left ? told : refundedMeanwhile(seen, left);
  const sum = order.lines.reduce((total, line) => {
    const before = refundedByLine.get(line.id) ?? { quantity: 0, amount: 0 };
    const all = Math.min(line.quantity, before.quantity + (wanted[line.id] ?? 0));
    return total + (wanted[line.id] ? Math.max(0, lineRefund(line, 0, all) - before.amount) : 0);
  }, extra);
  return (
    <>
      {meanwhile && (
        <Notice tone="warn" title="Somebody else has changed this in the meantime" text={meanwhile} />
      )}
      <input type="hidden" name="seen" value={seen} />
      {order.lines.map((line) => {
        const units = line.quantity - (refundedByLine.get(line.id)?.quantity ?? 0);
        if (units <= 0) return null;
        return (
          <Fragment key={line.id}>
            <Field
              label={`Quantity of ${line.name}${line.size ? `, size ${line.size}` : ""}`}
              name={`units-${line.id}`}
              inputMode="numeric"
              autoComplete="off"
              placeholder="0"
              hint={`At most ${units}.`}
              onChange={(event) => setWanted({ ...wanted, [line.id]: Number(event.target.value) || 0 })}
            />
            {order.status !== "cancelled" && (
              <DispositionSelect
                name={`disposition-${line.id}`}
                label={`What became of ${line.name}${line.size ? `, size ${line.size}` : ""}`}
              />
            )}
          </Fragment>
        );
      })}
      <Field
        label="Additional amount, in rupees"
        name="extra"
        inputMode="decimal"
        optional
        hint="Shipping or goodwill, such as 99.50."
        onChange={(event) => setExtra(readRupees(event.target.value) ?? 0)}
      />
      <Field label="Reason" name="reason" maxLength={200} />
      <p role="status">
        Refund total: <b className="num">{rupeesExact(sum)}</b>
      </p>
    </>
  );
}
