import { Minus, Plus, Trash2 } from "lucide";
import { type FormEvent, type MouseEvent, useEffect } from "react";
import { href, Link } from "react-router";
import type { CartLine, LineChange } from "../../../shop/cart/cart.ts";
import { percentOff } from "../../../shop/catalogue/pricing.ts";
import { rupees } from "../../../shop/money.ts";
import { ProductPicture } from "../../parts/picture.tsx";
import { PriceLabel } from "../../parts/price.tsx";
import { useShopForm } from "../../parts/use-shop-form.ts";
import { Icon } from "../../ui/icon.tsx";
import { CouponInAddress } from "./coupon-in-address.tsx";
import { useOptimisticQuantity } from "./optimistic-quantity.ts";
import { LineVariant } from "./variant.tsx";

const path = href("/cart");

/**
 * One line with optimistic updates, reverted when refused. A removed line stays in place, greyed out, until the
 * answer: otherwise a second click would hit the line below.
 */
export function CartLineRow({ line }: { line: CartLine }) {
  const { quantity, leaving, want } = useOptimisticQuantity(line);
  useEffect(
    () => () => {
      removedAt = performance.now();
    },
    [],
  );
  const to = href("/product/:id?", { id: line.slug });
  const { unit, struck } = line;
  const state = leaving ? "line leaving" : line.most > 0 ? "line" : "line sold-out";
  return (
    <li className={state} aria-busy={leaving}>
      <div className="pic">
        <ProductPicture picture={line.picture} alt="" sizes="6.5rem" />
      </div>
      <div>
        <p className="font-medium leading-snug">
          <Link to={to}>{line.name}</Link>
        </p>
        <LineVariant line={line} />
        <PriceLabel price={{ paid: unit, struck, percentOff: struck ? percentOff(struck, unit) : null }} />
        {line.changes.map((change) => (
          <p key={change.kind} className="mt-1 text-small font-medium text-haldi-ink">
            {changeLabel(change)}
          </p>
        ))}
      </div>
      <div className="line-foot flex flex-wrap items-center justify-between gap-3 mt-1">
        {line.most > 0 ? (
          <form
            method="post"
            action={path}
            onSubmit={(event) => {
              event.preventDefault();
              void want(pressedQuantity(event));
            }}
            className="quantity items-center"
            aria-label={`Quantity of ${line.name}`}
          >
            <input type="hidden" name="intent" value="set" />
            <input type="hidden" name="line" value={line.id} />
            <CouponInAddress />
            <button
              type="submit"
              className="tap"
              name="quantity"
              value={quantity - 1}
              disabled={leaving}
              onClick={ignoreAfterRemoval}
              aria-label={`One less of ${line.name}`}
            >
              <Icon of={Minus} className="icon icon-small" />
            </button>
            <output className="num px-3 font-medium">{leaving ? line.quantity : quantity}</output>
            <button
              type="submit"
              className="tap"
              name="quantity"
              value={quantity + 1}
              disabled={leaving || quantity >= line.most}
              onClick={ignoreAfterRemoval}
              aria-label={`One more of ${line.name}`}
            >
              <Icon of={Plus} className="icon icon-small" />
            </button>
          </form>
        ) : (
          <span />
        )}
        <div className="flex items-center gap-3">
          {!leaving && <SaveForLater line={line} />}
          {line.most > 0 && !leaving && <BuyNow line={line} />}
          <form
            method="post"
            action={path}
            onSubmit={(event) => {
              event.preventDefault();
              void want(0);
            }}
          >
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="line" value={line.id} />
            <CouponInAddress />
            <button
              type="submit"
              className="icon-btn"
              disabled={leaving}
              onClick={ignoreAfterRemoval}
              aria-label={`Remove ${line.name}`}
            >
              <Icon of={Trash2} />
            </button>
          </form>
        </div>
      </div>
    </li>
  );
}

/** Moves the product to the wishlist. */
function SaveForLater({ line }: { line: CartLine }) {
  const { busy, form } = useShopForm(path, { once: "shown" });
  return (
    <form {...form}>
      <CouponInAddress />
      <input type="hidden" name="intent" value="later" />
      <input type="hidden" name="line" value={line.id} />
      <input type="hidden" name="product" value={line.productId} />
      <button
        type="submit"
        className="btn btn-link"
        aria-busy={busy}
        aria-label={`Save for later: ${line.name}`}
      >
        Save for later
      </button>
    </form>
  );
}

/** Orders only this line; the others stay in the cart. */
function BuyNow({ line }: { line: CartLine }) {
  const { busy, form } = useShopForm(path, { once: "shown" });
  return (
    <form {...form}>
      <CouponInAddress />
      <input type="hidden" name="intent" value="order" />
      <input type="hidden" name="line" value={line.id} />
      <button type="submit" className="btn btn-link" aria-busy={busy} aria-label={`Buy Now: ${line.name}`}>
        Buy Now
      </button>
    </form>
  );
}

/** Time of the last removal (performance.now()). */
let removedAt = Number.NEGATIVE_INFINITY;
const doubleClickTime = 600;

/** Ignores the second click of a double click, which would hit the line that moved up. */
function ignoreAfterRemoval(event: MouseEvent) {
  if (event.detail > 1 && event.timeStamp - removedAt < doubleClickTime) event.preventDefault();
}

function pressedQuantity(event: FormEvent<HTMLFormElement>): number {
  const { submitter } = event.nativeEvent as SubmitEvent;
  return Number(new FormData(event.currentTarget, submitter).get("quantity"));
}

function changeLabel(change: LineChange): string {
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
