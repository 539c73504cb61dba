import { href } from "react-router";
import type { BelowCost, PricePreview } from "../../../../shop/catalogue/bulk/bulk-change.ts";
import { type Paise, plural, rupees } from "../../../../shop/money.ts";
import { ScrollBox } from "../../../ui/scroll-box.tsx";
import { type BulkConfirmation, ConfirmBulk } from "../../parts/lists/confirm-bulk.tsx";

/** The old and the new prices of the chosen products. Costs stand there when one of them has a cost. */
export function ConfirmPrices({ question }: { question: PricePreview & BulkConfirmation }) {
  const { changed, aboveMrp, belowCost, belowCostWithoutRate, shown } = question;
  const hasCosts = belowCost > 0 || shown.some(({ cost }) => cost !== null);
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
        <p className="mt-2">{plural(aboveMrp, "product")} would cost more than the original price (MRP).</p>
      )}
      {belowCost > 0 && (
        <p className="mt-2">
          {plural(belowCost, "product")} would be sold below cost. The cost is compared with{" "}
          {comparedWith(belowCost, belowCostWithoutRate)}.
        </p>
      )}
      <ScrollBox label="Old and new prices" className="mt-2">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">Now</th>
              <th scope="col">New</th>
              <th scope="col">MRP</th>
              {hasCosts && <th scope="col">Cost</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, name, before, after, mrp, isAboveMrp, cost, belowCost }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{rupees(before)}</td>
                <td>{rupees(after)}</td>
                <td>
                  {mrp === null ? "None" : rupees(mrp)}
                  {isAboveMrp && " (exceeded)"}
                </td>
                {hasCosts && <td>{costWords(cost, belowCost)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {changed > shown.length && <p className="mt-2">and {changed - shown.length} more</p>}
    </ConfirmBulk>
  );
}

/** What the costs of products below cost were compared with; so many of them have no known GST rate. */
function comparedWith(belowCost: number, withoutRate: number): string {
  if (withoutRate === 0) return "the new price without GST";
  if (withoutRate === belowCost) return "the whole new price, because no GST rate is known";
  return `the new price without GST; for ${withoutRate} of them with the whole price, because no GST rate is known`;
}

function costWords(cost: Paise | null, below: BelowCost | null): string {
  if (below) {
    const without = below.rate === null ? "" : ` without ${below.rate} % GST`;
    return `${rupees(below.cost)} (above ${rupees(below.value)}${without})`;
  }
  return cost === null ? "Not known" : rupees(cost);
}
