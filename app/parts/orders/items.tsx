import { href, Link } from "react-router";
import { rupeesExact } from "../../../shop/money.ts";
import { ProductPicture } from "../picture.tsx";
import type { LineView } from "./order-view.ts";

/** The lines of an order as ordered: name, size, colour, quantity, price and total. */
export function OrderItemList({ lines }: { lines: LineView[] }) {
  return (
    <ul className="lines order-items rows border-t border-line">
      {lines.map((line) => (
        <li key={line.id} className="line">
          <div className="pic">
            <ProductPicture picture={line.picture} alt="" sizes="4rem" />
          </div>
          <div>
            <p className="font-medium leading-snug wrap-anywhere">
              {line.productId ? (
                <Link to={href("/product/:id?", { id: line.slug })}>{line.name}</Link>
              ) : (
                line.name
              )}
            </p>
            <p className="hint">
              {[line.colour, line.size && `Size ${line.size}`, `Qty ${line.quantity}`]
                .filter(Boolean)
                .join(" · ")}
            </p>
            <p className="flex flex-wrap justify-between gap-x-3 mt-1 num">
              <span className="hint">
                {rupeesExact(line.unit)} × {line.quantity}
              </span>
              <b className="font-strong">{rupeesExact(line.total)}</b>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
