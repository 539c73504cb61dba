import { href } from "react-router";
import type { PricePreview } from "../../../../shop/catalogue/bulk/bulk-change.ts";
import { plural, rupees } from "../../../../shop/money.ts";
import { type BulkConfirmation, ConfirmBulk } from "../../parts/lists/confirm-bulk.tsx";

/** The old and the new prices of the chosen products. */
export function ConfirmPrices({ question }: { question: PricePreview & BulkConfirmation }) {
  const { changed, aboveMrp, shown } = question;
  const products = plural(changed, "product");
  return (
    <ConfirmBulk
      of={question}
      action={href("/admin/products")}
      title={`Change the price of ${products}?`}
      button={`Change ${products}`}
      keep="Keep the prices"
    >
      {aboveMrp > 0 && (
        <p className="mt-2">
          {aboveMrp === 1 ? "1 product" : `${aboveMrp} products`} would cost more than the original price
          (MRP).
        </p>
      )}
      <div className="overflow-x-auto mt-2">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">Now</th>
              <th scope="col">New</th>
              <th scope="col">MRP</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, name, before, after, mrp, isAboveMrp }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{rupees(before)}</td>
                <td>{rupees(after)}</td>
                <td>
                  {mrp === null ? "None" : rupees(mrp)}
                  {isAboveMrp && " (exceeded)"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {changed > shown.length && <p className="mt-2">and {changed - shown.length} more</p>}
    </ConfirmBulk>
  );
}
