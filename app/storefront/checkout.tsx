import { href, Link, redirect } from "react-router";
import { cartCount } from "../../shop/cart/cart-of.server.ts";
import { PageHead } from "../parts/page-head.tsx";
import { servicesContext } from "../services-context.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { signedIn } from "../web/guards.server.ts";
import type { Route } from "./+types/checkout";

/** Not logged in: to /auth. Empty cart: to /cart (specification, Checkout). Ordering itself is not built yet. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = signedIn(context, request, "buy");
  if ((await cartCount(context.get(servicesContext), viewer.id)) === 0) throw redirect(href("/cart"));
  return null;
}

export default function Checkout() {
  return (
    <>
      <PageHead title="Checkout" description="Order what is in your cart." path={href("/checkout")} />
      <EmptyState
        level={1}
        title="Ordering opens with the next release"
        text="Everything you chose is kept in your cart until then."
      >
        <Link className="btn btn-primary" to={href("/cart")}>
          Back to your cart
        </Link>
      </EmptyState>
    </>
  );
}
