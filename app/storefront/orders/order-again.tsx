import { href } from "react-router";
import { useShopForm } from "../../parts/use-shop-form.ts";

/** Adds the items of an order that are still sold to the cart; names the others. */
export function OrderAgain({ id }: { id: string }) {
  const { busy, form } = useShopForm(href("/orders"), { once: "shown" });
  return (
    <form {...form}>
      <input type="hidden" name="intent" value="again" />
      <input type="hidden" name="order" value={id} />
      <button type="submit" className="btn btn-secondary btn-medium" aria-busy={busy}>
        Order again
      </button>
    </form>
  );
}
