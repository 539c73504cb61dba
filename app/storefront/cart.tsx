import { Suspense } from "react";
import { data, href, Link } from "react-router";
import { cartOf } from "../../shop/cart/cart-of.server.ts";
import { dayAndMonth } from "../../shop/dates.ts";
import { arrivalIfOrderedNow } from "../../shop/delivery/estimated-arrival.server.ts";
import { plural } from "../../shop/money.ts";
import { unpaidOrdersOf } from "../../shop/payments/unpaid-orders.server.ts";
import { bestRatedProducts } from "../../shop/search/home.server.ts";
import { formResponse, guestResponse } from "../http/forms/answer.server.ts";
import { readSmallForm, signedInScreen } from "../http/forms/small-form.server.ts";
import { useLiveUpdates } from "../http/live/use-live-updates.ts";
import { undeliveredForm } from "../parts/messages/undelivered-message.ts";
import { PageHead } from "../parts/page-head.tsx";
import { PendingIntentForm } from "../parts/pending-intent-form.tsx";
import { useShopForm } from "../parts/use-shop-form.ts";
import type { FormAnswer } from "../ui/forms/form-context.ts";
import { lazyPart, nothing } from "../ui/lazy-part.tsx";
import { closeSheet, Sheet, SheetButton } from "../ui/sheet.tsx";
import type { Route } from "./+types/cart";
import { cartCoupon, offeredCoupons } from "./cart/cart-coupon.server.ts";
import { guestVariantChoice, handleCartForm } from "./cart/change.server.ts";
import { CouponInAddress, cartAddress } from "./cart/coupon-in-address.tsx";
import { CartLineRow } from "./cart/line.tsx";
import { CartBar, CartSummary } from "./cart/summary.tsx";

/** Lazy: a non-empty cart without unpaid orders shows neither. */
const EmptyCart = lazyPart(() => import("./cart/empty.tsx"));
const UnpaidOrders = lazyPart(() => import("../parts/unpaid-orders.tsx"), nothing);

const path = href("/cart");

/** Signed-in users only (specification, Cart). */
export async function loader(asked: Route.LoaderArgs) {
  const { services, viewer, pendingIntent } = signedInScreen(asked);
  const [cart, unpaid] = await Promise.all([
    cartOf(services, viewer.id),
    unpaidOrdersOf(services, viewer.id),
  ]);
  const popular = cart.lines.length === 0 ? await bestRatedProducts(services, 4) : [];
  const delivery = dayAndMonth(await arrivalIfOrderedNow(services));
  const address = new URL(asked.request.url).searchParams;
  const removed = removedInAddress(address);
  const [coupon, listed] =
    cart.itemCount === 0
      ? [null, []]
      : await Promise.all([
          cartCoupon(services, viewer.id, address.get("coupon"), cart.total),
          offeredCoupons(services, viewer.id, cart.total),
        ]);
  return { cart, unpaid, popular, delivery, pendingIntent, removed, coupon, listed };
}

export async function action(asked: Route.ActionArgs) {
  const { services, https, fields, viewer } = await readSmallForm(asked);
  if (viewer.kind === "guest") {
    const choice = await guestVariantChoice(services, fields);
    if (choice) return formResponse(fields, choice, path, https);
    return guestResponse(fields, fields.get("intent") === "buy" ? "buy" : "cart", path, https);
  }
  const outcome = await handleCartForm(services, viewer, fields);
  return formResponse(fields, outcome, cartAddress(fields.get("coupon")), https);
}

/** An add without a connection waits for one. Every other failure is answered by app/http/forms/failed-submit.ts. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const fields = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    // A failed connection is a TypeError; any other error came from the shop.
    if (!(error instanceof TypeError)) throw error;
    return data<FormAnswer>({ ok: false, toast: await undeliveredForm(path, fields) }, { status: 503 });
  }
}

export default function Cart({ loaderData }: Route.ComponentProps) {
  useLiveUpdates(["products", "orders"]);
  const { cart, unpaid, popular, delivery, pendingIntent, removed, coupon, listed } = loaderData;
  const items = plural(cart.itemCount, "item");
  const head = <PageHead title="Your cart" description="What you are about to buy." path={path} />;
  if (pendingIntent) {
    return (
      <>
        {head}
        <PendingIntentForm
          action={path}
          {...pendingIntent}
          title="Add this to your cart?"
          button="Add to Cart"
        />
      </>
    );
  }
  if (cart.lines.length === 0) {
    return (
      <div className="wrap">
        {head}
        <Suspense>
          {unpaid.length > 0 && <UnpaidOrders orders={unpaid} />}
          {removed && <UndoRemoval removed={removed} />}
          <EmptyCart popular={popular} />
        </Suspense>
      </div>
    );
  }
  return (
    <div className="wrap">
      {head}
      {unpaid.length > 0 && (
        <Suspense>
          <UnpaidOrders orders={unpaid} />
        </Suspense>
      )}
      <div className="pt-5 pb-3">
        <h1>Your cart</h1>
        <p className="mt-1 muted" role="status">
          {items}
        </p>
      </div>
      {removed && <UndoRemoval removed={removed} />}
      <div className="with-aside grid gap-8">
        <div>
          <ul className="lines rows border-t border-line">
            {cart.lines.map((line) => (
              <CartLineRow key={line.id} line={line} />
            ))}
          </ul>
          <ClearCart />
        </div>
        <aside aria-labelledby="summary">
          <CartSummary cart={cart} delivery={delivery} coupon={coupon} listed={listed} />
          <p className="mt-3 text-center">
            <Link className="link" to={href("/shop")}>
              Continue Shopping
            </Link>
          </p>
        </aside>
      </div>
      <CartBar cart={cart} coupon={coupon} />
    </div>
  );
}

/** Asks for confirmation, because it cannot be undone. */
function ClearCart() {
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

/** A line that was removed without scripts, from the address of the answering page; null when there is none. */
function removedInAddress(asked: URLSearchParams): { variant: string; quantity: string } | null {
  const variant = asked.get("variant");
  return variant ? { variant, quantity: asked.get("quantity") ?? "1" } : null;
}

/** The undo where no toast can offer it. */
function UndoRemoval({ removed }: { removed: NonNullable<ReturnType<typeof removedInAddress>> }) {
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
