import type { Channel } from "../../../platform/messaging/channels.ts";
import { dayAndMonth } from "../../../shop/dates.ts";
import { plural, rupees } from "../../../shop/money.ts";
import { dueOnDelivery } from "../../../shop/orders/amount-due.ts";
import { completedSteps, trackingSteps } from "../../../shop/orders/orders.ts";
import { damagePromise } from "../../../shop/settings/policy-words.ts";
import type { Policy } from "../../../shop/settings/settings.ts";
import type { OrderView } from "../../parts/orders/order-view.ts";
import { useShop } from "../../parts/shop-context.ts";

/** How the customer is told about an order: on a channel of the phone, and at an email address ("": not by email). */
type Told = { updates: Channel | null; emailed: string };

/** What can be done once it has arrived. */
const afterwards = (policy: Policy) =>
  policy.returnDays === 0
    ? damagePromise(policy)
    : `You have ${plural(policy.returnDays, "day")} to return or exchange it`;

/** What happens next, in four steps. */
export function NextSteps({ order, ...told }: { order: OrderView } & Told) {
  const { policy } = useShop().shop;
  const done = completedSteps(order.status);
  const words = [
    placedText(order, told),
    `We check and pack everything, and ${howTold(told)} when it ships.`,
    `The courier delivers it${order.estimated ? `, probably by ${dayAndMonth(order.estimated)}` : ""}.`,
    `${amountDueText(order)}${afterwards(policy)}.`,
  ];
  return (
    <section aria-labelledby="next" className="next-steps">
      <h2 id="next" className="h3 mb-3">
        What happens next
      </h2>
      <ol className="grid gap-3 mb-6">
        {trackingSteps.map((step, place) => (
          <li
            key={step}
            className="relative grid pl-10 wrap-anywhere"
            aria-current={place === done - 1 ? "step" : undefined}
          >
            <b className="font-strong">{step}</b>
            <span className="muted">{words[place]}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const byPhone: Record<Channel, string> = { sms: "by SMS", whatsapp: "on WhatsApp" };

function howTold({ updates, emailed }: Told): string {
  if (updates === null) return emailed ? "email you" : "show it in My Orders";
  return emailed ? `tell you by email and ${byPhone[updates]}` : `tell you ${byPhone[updates]}`;
}

function placedText(
  { waitsForChat, unpaid, asks, toConfirm }: OrderView,
  { updates, emailed }: Told,
): string {
  if (asks) return "We start packing as soon as the advance is paid.";
  if (unpaid) return "We start packing as soon as you have paid.";
  if (toConfirm) return "We start packing as soon as you have confirmed it.";
  if (waitsForChat) return "Please send us the WhatsApp message. We will confirm your order there.";
  if (emailed) return `We have received your order and sent an email to ${emailed}.`;
  const news = updates ? ` You will hear from us ${byPhone[updates]}.` : "";
  return `We have received your order.${news}`;
}

function amountDueText(order: OrderView): string {
  const due = dueOnDelivery(order);
  return due > 0 ? `Pay ${rupees(due)} on delivery. ` : "";
}
