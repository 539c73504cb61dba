import type { ComponentProps, ReactNode } from "react";
import { type Paise, rupeesExact } from "../../../shop/money.ts";
import { ProductPicture } from "../picture.tsx";

type Line = {
  name: string;
  picture: ComponentProps<typeof ProductPicture>["picture"];
  colour: string | null;
  size: string | null;
  quantity: number;
};

/**
 * A line of an order summary. `amount` in paise; absent for a line that is not ordered. Children: notes below its name.
 */
export function SummaryLine({
  line: { name, picture, colour, size, quantity },
  amount,
  children,
}: {
  line: Line;
  amount?: Paise;
  children?: ReactNode;
}) {
  return (
    <li className="summary-line leading-snug wrap-anywhere">
      <div className="pic">
        <ProductPicture picture={picture} alt="" sizes="3.5rem" />
      </div>
      <div>
        <p>{name}</p>
        {amount !== undefined && (
          <p className="hint">
            {[colour, size && `Size ${size}`, `Qty ${quantity}`].filter(Boolean).join(" · ")}
          </p>
        )}
        {children}
      </div>
      {amount !== undefined && <span className="num">{rupeesExact(amount)}</span>}
    </li>
  );
}
