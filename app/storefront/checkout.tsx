import { randomUUID } from "node:crypto";
import { useEffect } from "react";
import { data, href, Link, useLocation } from "react-router";
import { quoteCart } from "../../shop/checkout/quote.server.ts";
import { dayAndMonth } from "../../shop/dates.ts";
import { arrivalIfOrderedNow } from "../../shop/delivery/estimated-arrival.server.ts";
import { lastPaymentMethod } from "../../shop/orders/read-orders.server.ts";
import { knownDelivery, sellsToBusinesses, updateChoices } from "../http/forms/delivery.server.ts";
import { formFields } from "../http/forms/form.server.ts";
import { useLastAnswer } from "../http/forms/use-last-answer.ts";
import { userOf } from "../http/guards.server.ts";
import { useLiveUpdates } from "../http/live/use-live-updates.ts";
import { BusinessFields } from "../parts/address/business-fields.tsx";
import { DeliveryFold } from "../parts/address/delivery-fold.tsx";
import { DeliveryForm } from "../parts/address/delivery-form.tsx";
import { DeliverySections } from "../parts/address/delivery-sections.tsx";
import { UpdatesChoice } from "../parts/address/updates-choice.tsx";
import { couponRefusalText } from "../parts/messages/placement-refusal.server.ts";
import { PageHead } from "../parts/page-head.tsx";
import { servicesContext } from "../services-context.ts";
import { ToastOnArrival } from "../ui/toast.tsx";
import type { Route } from "./+types/checkout";
import { cashAtCheckout } from "./checkout/cash.server.ts";
import { PaymentMethodChoice } from "./checkout/payment-method.tsx";
import { backToCart, handleCheckoutForm } from "./checkout/place.server.ts";
import { OrderSummary, PlaceBar } from "./checkout/summary.tsx";

const path = href("/checkout");

/** Guests are redirected to /auth, an empty cart to /cart (specification, Checkout). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = userOf(context);
  const services = context.get(servicesContext);
  const asked = new URL(request.url).searchParams;
  const [quote, business, delivery, updates, lastMethod] = await Promise.all([
    quoteCart(services, viewer.id, asked.get("coupon")),
    sellsToBusinesses(services),
    knownDelivery(services, viewer, asked.get("address")),
    updateChoices(services, viewer),
    lastPaymentMethod(services, viewer.id),
  ]);
  if (quote.lines.length === 0) throw backToCart(quote);
  const cash = await cashAtCheckout(services, viewer, quote, delivery.known);
  const online = services.payments.online !== undefined;
  return {
    quote,
    couponError: couponRefusalText(quote.couponRefused) ?? undefined,
    ...delivery,
    business,
    updates,
    lastMethod,
    cash,
    account: viewer.id,
    email: viewer.email,
    online,
    key: randomUUID(),
    arrives: dayAndMonth(await arrivalIfOrderedNow(services)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = userOf(context);
  const answer = await handleCheckoutForm(
    context.get(servicesContext),
    viewer,
    await formFields({ request, context }),
    request,
  );
  if (answer instanceof Response) return answer;
  return data(answer, { status: answer.ok ? 200 : 422 });
}

/** This screen with a coupon and a saved address. */
function addressOf(coupon: string | null, address: string | null): string {
  const query = new URLSearchParams({ ...(coupon && { coupon }), ...(address && { address }) });
  return query.size > 0 ? `${path}?${query}` : path;
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  useLiveUpdates(["cart", "products"]);
  const answer = useLastAnswer(actionData && "quote" in actionData ? actionData : undefined);
  const { account, business, known, saved, updates, lastMethod, email, online, key, arrives } = loaderData;
  const quote = answer?.quote ?? loaderData.quote;
  const couponError = answer ? answer.errors?.coupon : loaderData.couponError;
  const code = quote.coupon?.code;
  const { key: entry, search } = useLocation();
  const chosen = new URLSearchParams(search).get("address");
  const here = (address: string | null) => addressOf(code ?? null, address);
  // The address keeps the coupon over a reload; the router need not know, since nothing else on the page changes. The
  // answer shows while the router still reloads the page's data; then it writes its own address with a new entry, and
  // the coupon is put into that one again. Once the order is placed the address is that of another screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above, the entry is what the address belongs to
  useEffect(() => {
    if (window.location.pathname === path)
      window.history.replaceState(window.history.state, "", here(chosen));
  }, [code, chosen, entry]);
  return (
    <div className="wrap pb-10">
      <PageHead title="Checkout" description="Order what is in your cart." path={path} />
      <ToastOnArrival toast={actionData?.toast ?? null} />
      <h1 className="pt-5 pb-4">Checkout</h1>
      <DeliveryForm action={path} answer={answer} draft={`checkout ${account} ${saved.chosen}`}>
        {(busy) => (
          <>
            <div>
              <input type="hidden" name="key" value={key} />
              <input type="hidden" name="version" value={quote.version} />
              <DeliveryFold key={saved.chosen} known={known} saved={saved} pathTo={here}>
                <DeliverySections
                  known={known}
                  email={email}
                  labels={{ line1: "Street Address", line2: "Address Line 2", pin: "PIN Code" }}
                />
              </DeliveryFold>
              {business && <BusinessFields />}
              <UpdatesChoice {...updates} />
              <PaymentMethodChoice
                total={quote.total}
                online={online}
                known={loaderData.cash}
                answered={answer?.cash}
                chosen={answer?.method ?? lastMethod ?? undefined}
              />
            </div>
            <OrderSummary quote={quote} couponError={couponError} busy={busy} arrives={arrives} />
            <PlaceBar total={quote.total} busy={busy} />
          </>
        )}
      </DeliveryForm>
      <p className="mt-3 text-center">
        <Link className="link" to={href("/cart")}>
          Back to your cart
        </Link>
      </p>
    </div>
  );
}
