import type { DisplayPrice as Amounts } from "../../shop/catalogue/catalogue.ts";
import { rupees } from "../../shop/money.ts";

/** Price, MRP struck through, percent off: the latter two only when there is a saving. */
export function PriceLabel({ price }: { price: Amounts }) {
  return (
    <p className="price">
      <b>{rupees(price.paid)}</b>
      {price.struck !== null && (
        <s>
          <span className="sr-only">MRP </span>
          {rupees(price.struck)}
        </s>
      )}
      {price.percentOff !== null && <span className="off">{price.percentOff}% off</span>}
    </p>
  );
}
