import type { DisplayPrice as Amounts } from "../../shop/catalogue/catalogue.ts";
import { rupees } from "../../shop/money.ts";

/**
 * Price, MRP struck through, percent off: the latter two only when there is a saving. `from`: it is the lowest of
 * several.
 */
export function PriceLabel({ price, from = false }: { price: Amounts; from?: boolean }) {
  return (
    <p className="price">
      {from && <span className="muted">From</span>}
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
