import { plural } from "../../../../shop/money.ts";
import { shortId } from "../../../../shop/orders/orders.ts";
import { AddressBlock } from "../../../parts/orders/delivery-address.tsx";
import type { Bars } from "./barcode.server.ts";
import type { Label, ManifestPart, PickedSku } from "./slips.server.ts";

type Sender = { name: string; lines: string[]; phone: string | null };

/** Labels for parcels, 4 by 6 inches: one a sheet, or four on a sheet of A4. */
export function Labels({ labels, sender, isA4 }: { labels: Label[]; sender: Sender; isA4: boolean }) {
  return (
    <div className={isA4 ? "labels labels-a4" : "labels"}>
      {labels.map((label) => (
        <article
          key={`${label.id} ${label.number}`}
          className="panel slip label"
          aria-label={`Label ${shortId(label.id)}`}
        >
          <Barcode bars={label.bars} text={label.code} />
          <p className="flex flex-wrap justify-between gap-2">
            <b className="num">{label.code}</b> <span>{label.courier}</span>
          </p>
          <h2>Deliver to</h2>
          <AddressBlock address={label.address} />
          <p className="text-lead">
            {label.stop ??
              (label.collect ? `Cash on delivery: collect ${label.collect}` : "Prepaid: collect nothing")}
          </p>
          <p className="muted">
            Order <span className="num">{shortId(label.id)}</span>
            {label.of > 1 && `, parcel ${label.number}`}, {plural(label.units, "item")}
          </p>
          <h2>If undelivered return to</h2>
          <address className="order-address">
            {[sender.name, ...sender.lines, sender.phone].filter(Boolean).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </article>
      ))}
    </div>
  );
}

/** What is taken from the shelves for the chosen orders. */
export function PickList({ picked }: { picked: PickedSku[] }) {
  return (
    <article className="panel slip" aria-label="Pick list">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col" className="on-sheet">
              SKU
            </th>
            <th scope="col">Product</th>
            <th scope="col" className="number">
              Qty
            </th>
            <th scope="col">Orders</th>
          </tr>
        </thead>
        <tbody>
          {picked.map(({ key, sku, name, options, quantity, orders }) => (
            <tr key={key}>
              <td className="num wrap-anywhere min-w-20 on-sheet">{sku}</td>
              <td className="wrap-anywhere">
                {name}
                {options && <small>{options}</small>}
                <small className="num on-phone">{sku}</small>
              </td>
              <td className="number">{quantity}</td>
              <td className="num">
                {orders.map((order, at) => (
                  <span key={order}>
                    {at > 0 && " "}
                    <span className="whitespace-nowrap">
                      {order}
                      {at < orders.length - 1 && ","}
                    </span>
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}

/** What a courier takes along, one sheet each, to be signed. */
export function Manifest({ parts, sender, day }: { parts: ManifestPart[]; sender: Sender; day: string }) {
  return parts.map(({ courier, rows, collect }) => (
    <article key={courier} className="panel slip mb-4" aria-label={`Manifest ${courier}`}>
      <p>
        <b>{courier || "No courier"}</b>, {day}, {sender.name}: {plural(rows.length, "parcel")},{" "}
        {collect ? `to collect ${collect}` : "nothing to collect"}
      </p>
      <table className="plain-table mt-4">
        <thead>
          <tr>
            <th scope="col">AWB and order</th>
            <th scope="col" className="on-sheet">
              Deliver to
            </th>
            <th scope="col" className="number">
              Collect
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, number, code, to, collect: due }) => (
            <tr key={`${id} ${number}`}>
              <td className="num wrap-anywhere min-w-32">
                {code}
                <small>{shortId(id)}</small>
                <span className="on-phone">{to}</span>
              </td>
              <td className="wrap-anywhere on-sheet">{to}</td>
              <td className="number">{due ?? "Nothing"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="manifest-sign mt-4">Taken over by (name, signature, time):</p>
    </article>
  ));
}

/** Code 128 needs a quiet zone of ten modules on either side. */
export function Barcode({ bars: { width, bars }, text }: { bars: Bars; text: string }) {
  return (
    <svg
      className="slip-barcode"
      viewBox={`-10 0 ${width + 20} 40`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Bar code ${text}`}
    >
      {bars.map(({ at, width: modules }) => (
        <rect key={at} x={at} y={0} width={modules} height={40} />
      ))}
    </svg>
  );
}
