import { useEffect, useRef } from "react";
import { Form, useLocation } from "react-router";
import type { PricePreview } from "../../../../shop/catalogue/bulk/bulk-change.ts";
import { plural, rupees } from "../../../../shop/money.ts";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";

type Question = PricePreview & { fields: Record<string, string>; ids: string[]; all: boolean };

/** The old and the new prices, and the button that sets them. Above the list, where the focus goes. */
export function ConfirmPrices({ question }: { question: Question }) {
  const { search } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question takes the focus again
  useEffect(() => heading.current?.focus(), [question]);
  const { changed, aboveMrp, shown, fields, ids, all } = question;
  const products = plural(changed, "product");
  return (
    <section className="notice warn question" aria-labelledby="confirm-prices">
      <h2 id="confirm-prices" className="h3" ref={heading} tabIndex={-1}>
        Change the price of {products}?
      </h2>
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
            {shown.map(({ id, name, before, after, mrp }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{rupees(before)}</td>
                <td>{rupees(after)}</td>
                <td>
                  {mrp === null ? "None" : rupees(mrp)}
                  {mrp !== null && after > mrp && " (exceeded)"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {changed > shown.length && <p className="mt-2">and {changed - shown.length} more</p>}
      <Form
        method="post"
        action={`/admin/products${search}`}
        className="flex flex-wrap gap-2 mt-3"
        preventScrollReset
      >
        <HiddenFields fields={fields} />
        {all ? (
          <input type="hidden" name="all" value="on" />
        ) : (
          ids.map((id) => <input key={id} type="hidden" name="id" value={id} />)
        )}
        <button type="submit" className="btn btn-primary">
          Change {products}
        </button>
        <a className="btn btn-secondary" href={`/admin/products${search}`}>
          Keep the prices
        </a>
      </Form>
    </section>
  );
}
