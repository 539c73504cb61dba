import { Form, href, Link, useSearchParams } from "react-router";
import { topicLabel } from "../../../shop/content/contact/topics.ts";
import type { Conversation, Said } from "../../../shop/content/inbox/conversations.server.ts";
import { dateAndTime } from "../../../shop/dates.ts";
import { plural, rupees } from "../../../shop/money.ts";
import type { OrderStatus } from "../../../shop/orders/orders.ts";
import { ApplyForm } from "../../ui/forms/apply-form.tsx";
import { type Choice, Select, TextArea } from "../../ui/forms/field.tsx";
import { ActionButton } from "../parts/action-button.tsx";
import { OrderRows } from "../parts/lists/order-rows.tsx";
import { MayLink } from "../parts/may.tsx";
import { NamedForm } from "../parts/named-form.tsx";
import { Panel } from "../parts/screen-head.tsx";

type Props = {
  conversation: Conversation;
  team: { id: string; name: string }[];
  /** The shop's own mailbox; null: not set. */
  inbox: string | null;
  replies: Choice[];
  /** The saved reply to begin with, filled in. */
  chosen: { id: string; text: string } | null;
  person: {
    id: string;
    name: string;
    orders: number;
    spent: number;
    city: string;
    tags: string[];
  } | null;
  orders: { id: string; at: Date; status: OrderStatus; total: number }[];
};

/** One conversation: what was said, the answer, who looks after it, and whose it is. */
export function ConversationPane(props: Props) {
  const { conversation, team, person, orders } = props;
  const { state, name, email, assignedTo } = conversation;
  const version = String(conversation.version);
  const [params] = useSearchParams();
  const kept = new URLSearchParams(params);
  kept.delete("reply");
  return (
    <div className="panels">
      <Link className="link inbox-back" to={`${href("/admin/messages")}${kept.size > 0 ? `?${kept}` : ""}`}>
        ← All messages
      </Link>
      <Panel
        title={name}
        aside={
          <ActionButton
            fields={{ intent: state === "open" ? "close" : "reopen", version }}
            label={state === "open" ? `Close the conversation with ${name}` : `Open ${name} again`}
          >
            {state === "open" ? "Close" : "Open again"}
          </ActionButton>
        }
      >
        <p className="muted wrap-anywhere mb-4">
          {email} {state === "closed" && <span className="badge">Closed</span>}
        </p>
        <ol className="said">
          {conversation.said.map((one) => (
            <SaidItem key={one.id} one={one} name={name} />
          ))}
        </ol>
        <Answer {...props} version={version} />
      </Panel>
      <Panel title="Looks after it">
        <Form method="post" className="flex flex-wrap items-end gap-2" preventScrollReset>
          <input type="hidden" name="intent" value="assign" />
          <input type="hidden" name="version" value={version} />
          <Select
            label="Member of the team"
            name="to"
            key={assignedTo}
            defaultValue={assignedTo ?? ""}
            choices={[
              { value: "", label: "Nobody" },
              ...team.map((one) => ({ value: one.id, label: one.name })),
            ]}
          />
          <button type="submit" className="btn btn-secondary">
            Assign
          </button>
        </Form>
      </Panel>
      <Panel title="Customer">
        {person ? (
          <p>
            <MayLink permission="customers.view" to={href("/admin/customers/:id", { id: person.id })}>
              {person.name}
            </MayLink>
            <span className="muted">
              {" "}
              {[plural(person.orders, "order"), rupees(person.spent), person.city, ...person.tags]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </p>
        ) : (
          <p className="muted">Nobody has an account with this address.</p>
        )}
        <OrderRows orders={orders} />
      </Panel>
    </div>
  );
}

function SaidItem({ one, name }: { one: Said; name: string }) {
  const when = <time dateTime={one.at.toISOString()}>{dateAndTime(one.at)}</time>;
  const head =
    one.kind === "message" ? (
      <>
        <b>{name}</b> · {one.ticket} · {topicLabel(one.topic)}
      </>
    ) : (
      <>
        <b>{one.by}</b> {one.kind === "note" ? "noted for staff" : "answered by mail"}
      </>
    );
  return (
    <li className={one.kind}>
      <p className="text-small muted">
        {head} · {when}
      </p>
      <p className="whitespace-pre-wrap">{one.text}</p>
      {one.kind === "message" && one.settledBy && (
        <p className="text-micro muted">Settled by {one.settledBy}</p>
      )}
    </li>
  );
}

function Answer({ conversation, version, replies, chosen, inbox }: Props & { version: string }) {
  return (
    <>
      {replies.length > 0 && (
        <ApplyForm action="" className="flex flex-wrap items-end gap-2 mb-4">
          <Select
            label="Begin with a saved reply"
            name="reply"
            key={chosen?.id}
            defaultValue={chosen?.id ?? ""}
            choices={[{ value: "", label: "None" }, ...replies]}
          />
        </ApplyForm>
      )}
      <NamedForm name="answer" key={`${chosen?.id} ${conversation.said.length}`}>
        <input type="hidden" name="version" value={version} />
        <TextArea
          label="Your answer"
          name="text"
          rows={6}
          defaultValue={chosen?.text ?? ""}
          hint={
            inbox
              ? `Goes by mail. What they answer by mail comes to ${inbox}, and not here: keep what matters as a note.`
              : "Goes by mail. Set the shop's email address in Settings, so that they can answer."
          }
        />
        <div className="flex flex-wrap gap-2">
          <button type="submit" className="btn btn-primary" name="intent" value="reply">
            Send by mail
          </button>
          <button type="submit" className="btn btn-secondary" name="intent" value="note">
            Keep as a note
          </button>
        </div>
      </NamedForm>
    </>
  );
}
