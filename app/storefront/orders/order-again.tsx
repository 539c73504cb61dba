import { href } from "react-router";
import { useShopForm } from "../../parts/ask-shop.ts";

/** Everything of an order that is still sold goes into the cart; what is not is said. */
export function OrderAgain({ id }: { id: string }) {
  const { busy, form } = useShopForm(href("/orders"), { once: true });
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
