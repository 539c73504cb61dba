import { href } from "react-router";
import { useShopForm } from "../../parts/use-shop-form.ts";
import { closeSheet, Sheet, SheetButton } from "../../ui/sheet.tsx";
import { CouponInAddress } from "./coupon-in-address.tsx";

/** Asks for confirmation, because it cannot be undone. */
export function ClearCart() {
  const { form } = useShopForm(href("/cart"));
  return (
    <>
      <SheetButton sheet="clear-cart" className="btn btn-link mt-3 px-0">
        Clear cart
      </SheetButton>
      <Sheet id="clear-cart" title="Clear cart?">
        <p className="py-5">This removes everything from your cart. Your wishlist stays as it is.</p>
        <form
          {...form}
          onSubmit={(event) => {
            closeSheet("clear-cart");
            form.onSubmit(event);
          }}
        >
          <CouponInAddress />
          <input type="hidden" name="intent" value="clear" />
          <button type="submit" className="btn btn-danger btn-full mb-6">
            Clear cart
          </button>
        </form>
      </Sheet>
    </>
  );
}
