import type { Channel } from "../../../platform/messaging/channels.ts";
import { dayAndMonth } from "../../../shop/dates.ts";
import { plural, rupees } from "../../../shop/money.ts";
import { completedSteps, trackingSteps } from "../../../shop/orders/orders.ts";
import type { OrderView } from "../../parts/orders/order-view.ts";
import { useShop } from "../../parts/shop-context.ts";

/** What happens next, in four steps. */
export function NextSteps({ order, updates }: { order: OrderView; updates: Channel | null }) {
  const { returnDays } = useShop().shop.policy;
  const done = completedSteps(order.status);
  const words = [
    placedText(order, updates),
    `We check, iron and pack everything, and ${howTold(order, updates)} when it ships.`,
    `The courier delivers it${order.estimated ? `, probably by ${dayAndMonth(order.estimated)}` : ""}.`,
    `${amountDueText(order)}Try it on: you have ${plural(returnDays, "day")} to return or exchange it.`,
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

function howTold({ email }: OrderView, updates: Channel | null): string {
  if (updates === null) return email ? "email you" : "show it in My Orders";
  return email ? `tell you by email and ${byPhone[updates]}` : `tell you ${byPhone[updates]}`;
}

function placedText({ method, unpaid, email }: OrderView, updates: Channel | null): string {
  if (unpaid) return "We start packing as soon as you have paid.";
  if (method === "whatsapp") return "Please send us the WhatsApp message. We will confirm your order there.";
  if (email) return `We have received your order and sent an email to ${email}.`;
  const news = updates ? ` You will hear from us ${byPhone[updates]}.` : "";
  return `We have received your order.${news}`;
}

function amountDueText({ method, paymentStatus, total }: OrderView): string {
  const due = method !== "online" && paymentStatus === "pending";
  return due ? `Pay ${rupees(total)} on delivery. ` : "";
}
