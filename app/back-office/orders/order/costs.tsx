import type { OrderCosts } from "../../../../shop/books/order-costs.server.ts";
import { rupeesExact } from "../../../../shop/money.ts";
import { Panel } from "../../parts/screen-head.tsx";

/** What an order earned and cost, for staff who see the books. */
export function OrderCostPanel({ costs, isCancelled }: { costs: OrderCosts; isCancelled: boolean }) {
  const { counts, netSales, tax, fee, feeTax, delivery, back, goods, left } = costs;
  const rows = [
    ["Net sales", netSales],
    ["Tax", -tax],
    ["Payment fee", -fee],
    ["Tax on the payment fee", -feeTax],
    ["Delivery", -delivery],
    ["Came back (RTO, returns)", -back],
    ...(goods === null ? [] : ([["Cost of goods", -goods]] as const)),
  ] as const;
  return (
    <Panel title="What it cost">
      <dl className="grid gap-1" aria-label="What it cost">
        {rows.map(([label, amount]) => (
          <div key={label} className="flex justify-between gap-3">
            <dt>{label}</dt>
            <dd className="num">{rupeesExact(amount)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-3">
          <dt>
            <b>{goods === null ? "Left, without the cost of goods" : "Left"}</b>
          </dt>
          <dd className="num">
            <b>{rupeesExact(left)}</b>
          </dd>
        </div>
      </dl>
      <p className="hint mt-2">
        {!counts && !isCancelled && "This order counts once it has been sent or paid for. "}
        The tax is that of its tax invoices, issued when it ships; the payment fee comes from settlement
        files. What a parcel or a return cost is entered beside it; until then it is the usual cost in
        Settings.
      </p>
    </Panel>
  );
}
