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
  discarded: "discarded after a backup was restored",
};

/** What became of the messages to the customer: the emails that came back, and all to the phone. Newest first. */
export function OrderMessages({
  messages,
  returnedEmails,
}: Pick<OrderDetail, "messages" | "returnedEmails">) {
  return (
    <>
      <ReturnedEmails returnedEmails={returnedEmails} />
      <PhoneMessages messages={messages} />
    </>
  );
}

function PhoneMessages({ messages }: Pick<OrderDetail, "messages">) {
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

function ReturnedEmails({ returnedEmails }: Pick<OrderDetail, "returnedEmails">) {
  if (returnedEmails.length === 0) return null;
  return (
    <Panel title="Emails that came back">
      <ol className="order-events">
        {returnedEmails.map(({ id, to, subject, at, reason }) => (
          <li key={id}>
            <span className="wrap-anywhere">{subject}: not delivered</span>
            <small className="wrap-anywhere">
              to {to}, <time dateTime={at.toISOString()}>{dateAndTime(at)}</time>
            </small>
            {reason && <p className="text-micro wrap-anywhere">{reason}</p>}
          </li>
        ))}
      </ol>
      <p className="text-small mt-3">The customer has not read them. Please call or write on WhatsApp.</p>
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
