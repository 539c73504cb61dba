import { dateAndTime } from "../../../../shop/dates.ts";
import { messageKinds, phoneMessages } from "../../../../shop/notifications/phone/message-kinds.ts";
import type { OrderDetail } from "../../../../shop/order-management/order-detail.server.ts";
import type { MessageState } from "../../../../shop/orders/messages/message-states.ts";
import { Panel } from "../../parts/screen-head.tsx";

type Message = OrderDetail["messages"][number];

const channelNames = { sms: "SMS", whatsapp: "WhatsApp" };

const stateLabels: Record<MessageState, string> = {
  queued: "waiting",
  sending: "being sent",
  sent: "sent",
  delivered: "delivered",
  failed: "failed",
  dropped: "not sent",
};

/** Why a message failed or was not sent; other codes are the provider's. */
const reasons: Record<string, string> = {
  interrupted: "the shop stopped while sending; it may have arrived",
  none: "the provider does not answer",
  "no-number": "there is no number",
  "no-template": "Settings, SMS and WhatsApp have no template for it",
  outdated: "it was no longer true",
  "too-many": "this number got too many in a day",
  "turned-off": "turned off by the customer",
};

/** The messages to the customer's phone, newest first, with their delivery state. */
export function OrderMessages({ messages }: Pick<OrderDetail, "messages">) {
  if (messages.length === 0) return null;
  return (
    <Panel title="SMS and WhatsApp">
      <ol className="order-events">
        {messages.map((message) => (
          <li key={message.id}>
            <span>
              {labelOf(message)}: {stateLabels[message.state]}
            </span>
            <small>
              {message.channel && `${channelNames[message.channel]} to ${message.recipient}, `}
              <time dateTime={timeOf(message).toISOString()}>{dateAndTime(timeOf(message))}</time>
            </small>
            {message.code && <p className="text-micro">{reasons[message.code] ?? `Code ${message.code}`}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function labelOf({ kind }: Message): string {
  const known = messageKinds.find((one) => one === kind);
  return known ? phoneMessages[known].label : kind;
}

function timeOf({ settledAt, sentAt, createdAt }: Message): Date {
  return settledAt ?? sentAt ?? createdAt;
}
