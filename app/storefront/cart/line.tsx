import { Minus, Plus, Trash2 } from "lucide-react";
import { href, Link } from "react-router";
import type { CartLine, LineChange } from "../../../shop/cart/cart.ts";
import { rupees } from "../../../shop/money.ts";
import { useAskShop } from "../../parts/ask-shop.ts";
import { Picture } from "../../parts/picture.tsx";
import { Price } from "../../parts/price.tsx";

const path = href("/cart");

/** One line: shown as it will be while the server is still asked, and as it was when the server says no. */
export function Line({ line }: { line: CartLine }) {
  const step = useAskShop(path, { quiet: true });
  const removal = useAskShop(path);
  const asked = step.sent?.get("quantity");
  const quantity = typeof asked === "string" ? Number(asked) : line.quantity;
  if (removal.sent || quantity <= 0) return null;
  const to = href("/product/:id?", { id: line.slug });
  const variant = [line.colour, line.size && `Size ${line.size}`].filter(Boolean).join(" · ");
  const percentOff = line.struck ? Math.round(((line.struck - line.unit) / line.struck) * 100) : null;
  return (
    <li className={line.most > 0 ? "line" : "line sold-out"}>
      <div className="pic">{line.picture && <Picture picture={line.picture} alt="" sizes="6.5rem" />}</div>
      <div>
        <p className="line-name">
          <Link to={to}>{line.name}</Link>
        </p>
        {variant && <p className="line-variant">{variant}</p>}
        <Price price={{ paid: line.unit, struck: line.struck, percentOff }} />
        {line.changes.map((change) => (
          <p key={change.kind} className="line-change">
            {changeWords(change)}
          </p>
        ))}
      </div>
      <div className="line-foot">
        {line.most > 0 ? (
          <form {...step.form} className="quantity" aria-label={`Quantity of ${line.name}`}>
            <input type="hidden" name="intent" value="set" />
            <input type="hidden" name="line" value={line.id} />
            <button
              type="submit"
              name="quantity"
              value={quantity - 1}
              aria-label={`One less of ${line.name}`}
            >
              <Minus className="icon icon-small" aria-hidden="true" />
            </button>
            <output>{quantity}</output>
            <button
              type="submit"
              name="quantity"
              value={quantity + 1}
              disabled={quantity >= line.most}
              aria-label={`One more of ${line.name}`}
            >
              <Plus className="icon icon-small" aria-hidden="true" />
            </button>
          </form>
        ) : (
          <span />
        )}
        <div className="line-actions">
          {line.most > 0 && (
            <Link className="link small" to={href("/checkout")}>
              Buy Now
            </Link>
          )}
          <form {...removal.form}>
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="line" value={line.id} />
            <button type="submit" className="icon-btn" aria-label={`Remove ${line.name}`}>
              <Trash2 className="icon" aria-hidden="true" />
            </button>
          </form>
        </div>
      </div>
    </li>
  );
}

function changeWords(change: LineChange): string {
  switch (change.kind) {
    case "gone":
      return "No longer sold";
    case "sold-out":
      return "Sold out";
    case "fewer":
      return `Only ${change.left} left`;
    case "price":
      return `Price now ${rupees(change.now)} (was ${rupees(change.was)})`;
  }
}
