import { href } from "react-router";
import { CouponInAddress } from "./coupon-in-address.tsx";

/** A line that was removed without scripts, from the address of the answering page; null when there is none. */
export function removedInAddress(asked: URLSearchParams): { variant: string; quantity: string } | null {
  const variant = asked.get("variant");
  return variant ? { variant, quantity: asked.get("quantity") ?? "1" } : null;
}

/** The undo where no toast can offer it. */
export function UndoRemoval({ removed }: { removed: NonNullable<ReturnType<typeof removedInAddress>> }) {
  return (
    <form method="post" action={href("/cart")} className="flex items-center gap-2 mb-4">
      <CouponInAddress />
      <input type="hidden" name="intent" value="restore" />
      <input type="hidden" name="variant" value={removed.variant} />
      <input type="hidden" name="quantity" value={removed.quantity} />
      Removed by mistake?
      <button type="submit" className="btn btn-link">
        Undo
      </button>
    </form>
  );
}
