import { href, Link, useSearchParams } from "react-router";
import { shortDate } from "../../../shop/dates.ts";
import { plural } from "../../../shop/money.ts";
import { matchingOrders } from "../../../shop/order-management/lists/list-orders.server.ts";
import { readOrderQuery } from "../../../shop/order-management/lists/order-query.ts";
import { isPlaced, shortId } from "../../../shop/orders/orders.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { AddressBlock } from "../../parts/orders/delivery-address.tsx";
import { PrintButton } from "../../parts/orders/print-button.tsx";
import { OrderWords } from "../../parts/orders/timeline.tsx";
import { servicesContext } from "../../services-context.ts";
import { EmptyScreen, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/print";
import { Barcode, Labels, Manifest, PickList } from "./print/papers.tsx";
import { exchangeSlip, manifestOf, orderLabels, orderSlip, pickList } from "./print/slips.server.ts";

const maxSlips = 200;

/** What can be printed for chosen orders, by the parameter `kind`. */
const papers = [
  { kind: "slips", label: "Packing slips" },
  { kind: "labels", label: "Labels 4 × 6 inch" },
  { kind: "labels-a4", label: "Labels on A4" },
  { kind: "pick", label: "Pick list" },
  { kind: "manifest", label: "Manifest" },
] as const;

/**
 * Packing slips, one sheet each: ?id=...&id=..., all orders of a list with ?all=on, or an exchange with ?exchange=....
 * With ?kind=... labels, a pick list or a manifest of the same orders. Without item prices, because a parcel may be a
 * present. The amount due on delivery is printed in full.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const asked = new URL(request.url).searchParams;
  const ids =
    asked.get("all") === "on"
      ? (await matchingOrders(services, readOrderQuery(asked), maxSlips)).map(({ id }) => id)
      : [...new Set(asked.getAll("id"))].slice(0, maxSlips);
  const { shopName, contact } = await shopSettings(services);
  const exchange = asked.get("exchange");
  const found = await Promise.all(ids.map((id) => orderOf(services, id)));
  const orders = found.filter((order) => order !== null).filter(isPlaced);
  const kind = papers.find((one) => one.kind === asked.get("kind"))?.kind ?? "slips";
  const slips = exchange
    ? [await exchangeSlip(services, exchange)]
    : await Promise.all(orders.map(orderSlip));
  const isLabel = kind === "labels" || kind === "labels-a4";
  return {
    kind: exchange ? ("slips" as const) : kind,
    isExchange: exchange !== null,
    labels: isLabel ? (await Promise.all(orders.map(orderLabels))).flat() : [],
    picked: kind === "pick" ? pickList(orders) : [],
    manifest: kind === "manifest" ? manifestOf(orders) : [],
    day: shortDate(new Date(services.clock.now())),
    sender: {
      name: shopName,
      lines: contact.address.filter((line) => line !== shopName),
      phone: contact.phone,
    },
    slips: slips.filter((slip) => slip !== null),
  };
}

export default function PackingSlips({ loaderData }: Route.ComponentProps) {
  const { sender, slips, kind, isExchange, labels, picked, manifest, day } = loaderData;
  const [params] = useSearchParams();
  const [only] = slips;
  const back =
    only && slips.length === 1
      ? { to: href("/admin/orders/:id", { id: only.id }), label: `Order ${shortId(only.id)}` }
      : { to: href("/admin/orders"), label: "Orders" };
  if (!only) {
    return (
      <EmptyScreen
        title="No orders found"
        text="Choose some in the list first."
        link={{ to: href("/admin/orders"), label: "Orders" }}
      />
    );
  }
  return (
    <>
      <ScreenHead title={titleOf(kind, slips.length)} back={back}>
        <PrintButton label="Print" className="btn btn-primary" />
      </ScreenHead>
      {!isExchange && (
        <nav className="flex flex-wrap gap-4 mb-4 print:hidden" aria-label="Papers">
          {papers.map(({ kind: to, label }) => {
            const query = new URLSearchParams(params);
            query.set("kind", to);
            return (
              <Link
                key={to}
                className="link"
                to={`?${query}`}
                aria-current={to === kind ? "page" : undefined}
              >
                {label}
              </Link>
            );
          })}
        </nav>
      )}
      {labels.length > 0 && <Labels labels={labels} sender={sender} isA4={kind === "labels-a4"} />}
      {kind === "pick" && <PickList picked={picked} />}
      {kind === "manifest" && <Manifest parts={manifest} sender={sender} day={day} />}
      {(kind === "slips" ? slips : []).map((slip) => (
        <article key={slip.id} className="panel slip mb-4" aria-label={`Packing slip ${shortId(slip.id)}`}>
          <div className="flex flex-wrap items-start justify-between gap-3 mb-3">
            <div className="grid gap-1">
              <b>
                {slip.title} <span className="num">{shortId(slip.id)}</span>
              </b>
              <span className="muted">Placed on {shortDate(slip.placedAt)}</span>
            </div>
            <Barcode bars={slip.bars} text={shortId(slip.id)} />
          </div>
          {slip.stop && (
            <p className="slip-stop px-4 py-2 mb-3">
              <b>{slip.stop}</b>
            </p>
          )}
          <div className="slip-facts grid gap-5">
            <section>
              <h2>Deliver to</h2>
              <AddressBlock address={slip.address} />
              <OrderWords words={slip.words} />
            </section>
            <section>
              <h2>From, and if undelivered return to</h2>
              <address className="order-address">
                {[sender.name, ...sender.lines, sender.phone].filter(Boolean).map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </address>
            </section>
            <section>
              <h2>Payment</h2>
              {slip.collect ? (
                <p>
                  Collect <b className="num text-lead">{slip.collect}</b>
                </p>
              ) : (
                <p>
                  <b className="text-lead">Collect nothing</b>
                </p>
              )}
              <span className="muted">{slip.payment}</span>
            </section>
          </div>
          <table className="plain-table mt-4">
            <thead>
              <tr>
                <th scope="col">Product</th>
                <th scope="col" className="on-sheet">
                  SKU
                </th>
                <th scope="col" className="number">
                  Qty
                </th>
              </tr>
            </thead>
            <tbody>
              {slip.lines.map(({ lineId, name, sku, options, quantity }) => (
                <tr key={lineId}>
                  <td className="wrap-anywhere">
                    {name}
                    {options && <small>{options}</small>}
                    <small className="num on-phone">{sku}</small>
                  </td>
                  <td className="num wrap-anywhere on-sheet">{sku}</td>
                  <td className="number">{quantity}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </article>
      ))}
    </>
  );
}

function titleOf(kind: (typeof papers)[number]["kind"], count: number): string {
  if (kind === "slips") return count === 1 ? "Packing slip" : plural(count, "packing slip");
  return papers.find((one) => one.kind === kind)?.label ?? "";
}
