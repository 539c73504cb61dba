import { Form, href, Link, useLocation } from "react-router";
import type { Conversation } from "../../../shop/content/inbox/conversations.server.ts";
import { plural, rupees } from "../../../shop/money.ts";
import { Select } from "../../ui/forms/field.tsx";
import { ActionButton } from "../parts/action-button.tsx";
import { type NewestOrders, OrderRows } from "../parts/lists/order-rows.tsx";
import { MayLink } from "../parts/may.tsx";
import { Panel } from "../parts/screen-head.tsx";
import { Answer, type FilledReply } from "./answer.tsx";
import { SaidItem } from "./said.tsx";

type Props = {
  conversation: Conversation;
  team: { id: string; name: string }[];
  /** The shop's address; null: not set. */
  inbox: string | null;
  /** Whether what they answer by mail comes here. */
  readsMail: boolean;
  /** The saved replies, filled in for this customer. */
  replies: FilledReply[];
  person: {
    id: string;
    name: string;
    orders: number;
    spent: number;
    city: string;
    tags: string[];
  } | null;
  orders: NewestOrders | null;
  /** Whether the address is that of whoever writes, as far as the shop can know. */
  isKnown: boolean;
  now: Date;
};

/** One conversation: what was said, the answer, who looks after it, and whose it is. */
export function ConversationPane(props: Props) {
  const { conversation, team, person, orders, isKnown } = props;
  const { state, name, email, assignedTo } = conversation;
  const version = String(conversation.version);
  const { search } = useLocation();
  return (
    <div className="panels">
      <Link className="link inbox-back" to={href("/admin/messages") + search}>
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
            <SaidItem key={one.id} one={one} email={email} />
          ))}
        </ol>
        <Answer {...props} />
      </Panel>
      <Panel title="Assigned to">
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
          <p className="wrap-anywhere">
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
          <p className="muted">
            {isKnown
              ? "Nobody has an account with this address."
              : "Anybody can write this address into a mail, and this one is not a reply to the shop. Ask for something that only the customer knows before you tell or change anything."}
          </p>
        )}
        {orders && <OrderRows orders={orders} />}
      </Panel>
    </div>
  );
}
