import { randomUUID } from "node:crypto";
import { Suspense } from "react";
import { data, href, redirect } from "react-router";
import { cartCount } from "../../shop/cart/cart-of.server.ts";
import { singleProductOptions } from "../../shop/checkout/single-product.server.ts";
import { dayAndMonth } from "../../shop/dates.ts";
import { arrivalIfOrderedNow } from "../../shop/delivery/estimated-arrival.server.ts";
import { waitsForChat } from "../../shop/orders/orders.ts";
import { orderOf } from "../../shop/orders/read-orders.server.ts";
import { knownDelivery, sellsToBusinesses, updateChoices } from "../http/forms/delivery.server.ts";
import { formFields } from "../http/forms/form.server.ts";
import { useLastAnswer } from "../http/forms/use-last-answer.ts";
import { userOf } from "../http/guards.server.ts";
import { useLiveUpdates } from "../http/live/use-live-updates.ts";
import { originOf } from "../http/origin.server.ts";
import { PageHead } from "../parts/page-head.tsx";
import { servicesContext } from "../services-context.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { ToastOnArrival } from "../ui/toast.tsx";
import type { Route } from "./+types/complete-order";
import { type ChatView, whatsappChat } from "./complete-order/chat.server.ts";
import { type CompleteAnswer, handleCompleteOrderForm } from "./complete-order/complete.server.ts";
import { CompleteForm, type OrderedItems } from "./complete-order/form.tsx";
import { cashOfForm } from "./complete-order/ordered.server.ts";

/** Lazy: only an order that continues in a chat needs it. */
const SendMessage = lazyPart(() => import("./complete-order/send-message.tsx"));

/**
 * The id of the viewer's cart order (prepared or saved) or of a product (specification, Complete Your Order). An
 * unknown id redirects to the orders if it looks like a UUID, otherwise to the shop.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = userOf(context);
  const services = context.get(servicesContext);
  const order = await orderOf(services, params.id, viewer.id);
  if (order?.placedAt) {
    if (!waitsForChat(order)) throw redirect(href("/order-confirmation/:id?", { id: order.id }));
    return { chat: await whatsappChat(services, order, originOf(services.site, request)), ordered: null };
  }
  const asked = new URL(request.url).searchParams;
  const shared = {
    ...(await knownDelivery(services, viewer, asked.get("address"))),
    updates: await updateChoices(services, viewer),
    business: await sellsToBusinesses(services),
    account: viewer.id,
    email: viewer.email,
    key: randomUUID(),
    online: services.payments.online !== undefined,
    arrives: dayAndMonth(await arrivalIfOrderedNow(services)),
  };
  const asking = { services, viewer, id: params.id };
  if (order) {
    const expired = order.status === "cancelled";
    // It was ordered on other terms as a new order: nothing is left to confirm.
    if (expired && (await cartCount(services, viewer.id)) === 0) throw redirect(href("/orders"));
    const cash = await cashOfForm({ ...asking, fields: new Map(Object.entries(shared.known)) }, order, false);
    return { chat: null, ordered: { mode: "cart" as const, order, expired, cash }, ...shared };
  }
  const choice = await singleProductOptions(services, viewer.id, params.id);
  if (!choice) throw redirect(/^[0-9a-f]{8}-/i.test(params.id) ? href("/orders") : href("/shop"));
  const wanted = choice.filter(
    ({ size, colour }) =>
      (!asked.get("size") || size === asked.get("size")) &&
      (!asked.get("colour") || colour === asked.get("colour")),
  );
  const first = wanted.find(({ quantity }) => quantity > 0) ?? choice.find(({ quantity }) => quantity > 0);
  const quantity = Math.min(Math.max(1, Number(asked.get("quantity")) || 1), first?.quantity ?? 1);
  const variantId = first?.variantId ?? null;
  const fields = new Map(
    Object.entries({ ...shared.known, variant: variantId ?? "", quantity: `${quantity}` }),
  );
  const cash = await cashOfForm({ ...asking, fields }, null, false);
  return { chat: null, ordered: { mode: "single" as const, choice, variantId, quantity, cash }, ...shared };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = userOf(context);
  const fields = await formFields({ request, context });
  const services = context.get(servicesContext);
  const answer = await handleCompleteOrderForm(services, viewer, params.id, fields, request);
  return answer instanceof Response ? answer : data(answer, { status: answer.ok ? 200 : 422 });
}

export default function CompleteOrder({ loaderData, actionData, params }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData && "coupon" in actionData ? actionData : undefined);
  const path = href("/order/:id", { id: params.id });
  // The shop may confirm what is still to be sent in the chat, and a prepared order or its products may be gone.
  useLiveUpdates(["orders", "products"]);
  return (
    <div className="wrap pb-10">
      <PageHead
        title="Complete Your Order"
        description="Order what you chose: online, on delivery or on WhatsApp."
        path={path}
      />
      <ToastOnArrival toast={actionData?.toast ?? null} />
      <h1 className="pt-5 pb-4">Complete Your Order</h1>
      <Body loaderData={loaderData} answer={answer} id={params.id} />
    </div>
  );
}

type BodyProps = {
  loaderData: Route.ComponentProps["loaderData"];
  answer: CompleteAnswer | undefined;
  id: string;
};

function Body({ loaderData, answer, id }: BodyProps) {
  const chat: ChatView | null = loaderData.chat;
  if (chat)
    return (
      <Suspense>
        <SendMessage chat={chat} />
      </Suspense>
    );
  const ordered: OrderedItems | null = loaderData.ordered;
  if (!ordered || !("known" in loaderData)) return null;
  return <CompleteForm id={id} ordered={ordered} buyer={loaderData} answer={answer} />;
}
