import { href, Link } from "react-router";
import { shortDate } from "../../../shop/dates.ts";
import { mostAtOnce } from "../../../shop/order-desk/set-status.server.ts";
import { isPlaced, shortId } from "../../../shop/orders/orders.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { DeliveryAddress } from "../../parts/orders/delivery-address.tsx";
import { PrintButton } from "../../parts/orders/print-button.tsx";
import { servicesContext } from "../../services-context.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { adminOnly } from "../../web/guards.server.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/print";

/** Packing slips for ?id=...&id=..., one sheet each. Without prices: a slip may lie in a present. */
export async function loader({ request, context }: Route.LoaderArgs) {
  adminOnly(context, request);
  const services = context.get(servicesContext);
  const ids = [...new Set(new URL(request.url).searchParams.getAll("id"))].slice(0, mostAtOnce);
  const { shopName } = await shopSettings(services);
  const found = await Promise.all(ids.map((id) => orderOf(services, id)));
  const slips = found.filter((order) => order !== null).filter(isPlaced);
  return {
    shopName,
    slips: slips.map(({ id, placedAt, address, lines, method, paymentStatus }) => {
      const due = method !== "online" && paymentStatus === "pending";
      const pieces = lines.map(({ id: lineId, name, sku, size, colour, quantity }) => ({
        lineId,
        name,
        sku,
        options: [colour, size && `Size ${size}`].filter(Boolean).join(", "),
        quantity,
      }));
      return { id, placedAt, address, pieces, due };
    }),
  };
}

export default function PackingSlips({ loaderData: { shopName, slips } }: Route.ComponentProps) {
  const [only] = slips;
  const back =
    only && slips.length === 1
      ? { to: href("/admin/orders/:id", { id: only.id }), label: `Order ${shortId(only.id)}` }
      : { to: href("/admin/orders"), label: "Orders" };
  if (!only) {
    return (
      <EmptyState level={1} title="No orders found." text="Choose some in the list first.">
        <Link className="btn btn-primary" to={href("/admin/orders")}>
          Orders
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <ScreenHead title={slips.length === 1 ? "Packing slip" : `${slips.length} packing slips`} back={back}>
        <PrintButton className="btn btn-primary" />
      </ScreenHead>
      {slips.map((slip) => (
        <article key={slip.id} className="panel slip" aria-label={`Packing slip ${shortId(slip.id)}`}>
          <header>
            <b>{shopName}</b>
            <span className="num">
              Order {shortId(slip.id)} · {shortDate(slip.placedAt)}
            </span>
          </header>
          <DeliveryAddress address={slip.address} />
          {slip.due && <p className="badge warn">Cash on delivery</p>}
          <table>
            <thead>
              <tr>
                <th scope="col">Product</th>
                <th scope="col">SKU</th>
                <th scope="col" className="number">
                  Qty
                </th>
              </tr>
            </thead>
            <tbody>
              {slip.pieces.map(({ lineId, name, sku, options, quantity }) => (
                <tr key={lineId}>
                  <td>
                    {name}
                    {options && <small>{options}</small>}
                  </td>
                  <td className="num">{sku}</td>
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
