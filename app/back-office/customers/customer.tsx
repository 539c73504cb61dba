import type { ComponentProps } from "react";
import { data, href, Link } from "react-router";
import { can } from "../../../shop/access/actor.ts";
import { addressesOf } from "../../../shop/accounts/customer/addresses.server.ts";
import { formatMobile } from "../../../shop/accounts/customer/formats.ts";
import { contactOf } from "../../../shop/accounts/users/users.ts";
import { cartOf } from "../../../shop/cart/cart-of.server.ts";
import { ticketName } from "../../../shop/content/contact/contact.ts";
import {
  customerDetail,
  messagesOfCustomer,
  newsletterOf,
  returnsAndRefundsOf,
  saveCustomerWords,
  timelineOf,
} from "../../../shop/customers/customer-page.server.ts";
import { readWords } from "../../../shop/customers/customer-rules.ts";
import { pastOrdersOf } from "../../../shop/customers/import/import-people.server.ts";
import { shortDate } from "../../../shop/dates.ts";
import { plural, rupeesExact } from "../../../shop/money.ts";
import { notificationRules } from "../../../shop/notifications/kinds.ts";
import { preferencesOf } from "../../../shop/notifications/preferences.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { PastOrders } from "../../parts/orders/past-orders.tsx";
import { servicesContext } from "../../services-context.ts";
import { DefinitionList } from "../../ui/facts.tsx";
import { type EditedRecord, EditForm } from "../parts/edit-form.tsx";
import { newestOrders } from "../parts/lists/newest-orders.server.ts";
import { OrderRows } from "../parts/lists/order-rows.tsx";
import { May, MayLink, useMay } from "../parts/may.tsx";
import { saveEdit } from "../parts/save-edit.server.ts";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/customer";
import { AllOfThem, type CutList, ReturnsAndRefunds, Timeline } from "./history.tsx";

/** How many of each kind are shown: the newest, or with `?all=yes` as many as a page can hold. */
const newest = { orders: 20, events: 60, others: 20, past: 100 };
const longest = 1_000;

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const person = await customerDetail(services, params.id);
  if (!person) throw data(null, { status: 404 });
  const { id, email } = person;
  const isWhole = new URL(request.url).searchParams.get("all") === "yes";
  const most = isWhole ? { ...newest, events: longest, others: longest, past: longest } : newest;
  const [orders, timeline, money, addresses, cart, messages, newsletter, choices, past] = await Promise.all([
    newestOrders(services, id, most.orders),
    timelineOf(services, person, most.events + 1),
    returnsAndRefundsOf(services, id, most.others + 1),
    addressesOf(services, id),
    cartOf(services, id),
    // Of the contact form: for those who answer it.
    can(staffOf(context), "messages.answer") ? messagesOfCustomer(services, person, most.others + 1) : null,
    newsletterOf(services, email),
    preferencesOf(services, id),
    email === null ? [] : pastOrdersOf(services, email, most.past + 1),
  ]);
  return {
    person,
    record: recordOf(person),
    timeline: cut(timeline, most.events),
    returns: cut(money.returns, most.others),
    refunds: cut(money.refunds, most.others),
    addresses,
    messages: { ...cut(messages?.written ?? [], most.others), claimed: messages?.claimed ?? 0 },
    newsletter,
    turnedOff: choices.filter(({ enabled }) => !enabled),
    past: cut(past, most.past),
    cart: cart.lines.map(({ id: line, name, size, colour, quantity, total }) => ({
      id: line,
      name: [name, size, colour].filter(Boolean).join(", "),
      quantity,
      total,
    })),
    orders,
  };
}

/** At most so many of a list, and whether there are more. */
function cut<Row>(rows: Row[], most: number): CutList<Row> {
  return { rows: rows.slice(0, most), more: rows.length > most };
}

const recordOf = ({
  tags,
  note,
  version,
}: {
  tags: string[];
  note: string;
  version: number;
}): EditedRecord => ({
  values: { tags: tags.join(", "), note },
  version: String(version),
});

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const actor = staffOf(context);
  const sent = await formFields({ request, context });
  return saveEdit(sent, {
    read: readWords(sent),
    saveAs: (input, version) => saveCustomerWords(services, { actor, id, version, input }),
    now: async () => {
      const found = await customerDetail(services, id);
      return found && recordOf(found);
    },
    saved: [href("/admin/customers/:id", { id }), "customerSaved"],
  });
}

type Shown = Route.ComponentProps["loaderData"];

export default function CustomerScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { person, record, cart, past, messages } = loaderData;
  const answer = useLastAnswer(actionData);
  useLiveUpdates(["people/all"]);
  const { id, email } = person;
  return (
    <>
      <ScreenHead
        title={person.name || "Unknown User"}
        text={
          <>
            {contactOf(person)}, since {shortDate(person.joinedAt)}{" "}
            {person.blocked && <span className="badge bad">Blocked</span>}
          </>
        }
        back={{ to: href("/admin/customers"), label: "Customers" }}
        more={
          <>
            <Link className="btn btn-secondary" to={href("/admin/users/:id", { id })}>
              Login and access
            </Link>
            <May permission="customers.erase">
              <Link className="btn btn-secondary" to={href("/admin/customers/:id/merge", { id })}>
                Merge accounts
              </Link>
            </May>
          </>
        }
      />
      <div className="panels halves">
        <Figures person={person} />
        <Panel title="Tags and note">
          <Words record={record} answer={answer} id={id} />
        </Panel>
        <Orders orders={loaderData.orders} />
        <Addresses shown={loaderData} />
        <Panel title="In the cart">
          {cart.length === 0 && <p className="muted">Nothing.</p>}
          <ul className="rows">
            {cart.map((line) => (
              <li key={line.id}>
                <span className="min-w-0 wrap-anywhere">
                  {line.quantity > 1 && `${line.quantity} × `}
                  {line.name}
                </span>
                <span className="num ml-auto whitespace-nowrap">{rupeesExact(line.total)}</span>
              </li>
            ))}
          </ul>
        </Panel>
        <ReturnsAndRefunds customer={id} returns={loaderData.returns} refunds={loaderData.refunds} />
        <Consents shown={loaderData} />
        <May permission="messages.answer">
          <Panel title="Messages">
            {messages.rows.length === 0 && <p className="muted">They have not written yet.</p>}
            <ul className="rows">
              {messages.rows.map(({ id: message, ticket, message: text, at, conversationId }) => (
                <li key={message} className="flex-wrap items-start">
                  <div className="min-w-0 grow wrap-anywhere">
                    <MayLink
                      permission="messages.answer"
                      to={href("/admin/messages/:id", { id: conversationId ?? "" })}
                    >
                      {ticketName(ticket)}
                    </MayLink>{" "}
                    <span className="muted">{shortDate(at)}</span>
                    <p className="text-small whitespace-pre-wrap">{text}</p>
                  </div>
                </li>
              ))}
            </ul>
            {messages.more && <AllOfThem>All messages</AllOfThem>}
            {messages.claimed > 0 && (
              <p className="hint mt-2">
                <Link
                  className="link"
                  to={`${href("/admin/messages")}?${new URLSearchParams({ show: "all", q: email ?? "" })}`}
                >
                  {plural(messages.claimed, messages.rows.length > 0 ? "more message" : "message")} with this
                  address
                </Link>
                , without proof that {messages.claimed === 1 ? "it is" : "they are"} theirs.
              </p>
            )}
          </Panel>
        </May>
        {past.rows.length > 0 && (
          <Panel title="Orders of the earlier shop">
            <PastOrders orders={past.rows} />
            {past.more && <AllOfThem>All orders of the earlier shop</AllOfThem>}
          </Panel>
        )}
        <Timeline events={loaderData.timeline} />
      </div>
    </>
  );
}

/** Tags and note, in a form for those who may change them. */
function Words({
  record,
  answer,
  id,
}: {
  record: EditedRecord;
  answer: ComponentProps<typeof EditForm>["answer"];
  id: string;
}) {
  if (!useMay()("customers.edit"))
    return (
      <DefinitionList
        facts={[
          { label: "Tags", value: record.values.tags || "None" },
          {
            label: "Note",
            value: <span className="whitespace-pre-wrap">{record.values.note || "None"}</span>,
          },
        ]}
      />
    );
  return (
    <EditForm
      label="Tags and note"
      fields={[
        {
          name: "tags",
          label: "Tags",
          optional: true,
          hint: "Separate them with commas, such as VIP, wholesale.",
        },
        {
          name: "note",
          label: "Note",
          optional: true,
          control: "long",
          rows: 4,
          hint: "Staff see it here. The customer gets it only when they download their data.",
        },
      ]}
      record={record}
      answer={answer}
      button="Save"
      cancelTo={href("/admin/customers/:id", { id })}
    />
  );
}

function Figures({ person }: Pick<Shown, "person">) {
  return (
    <Panel title="Figures">
      <DefinitionList
        facts={[
          { label: "Orders placed", value: String(person.orders) },
          { label: "Spent", value: rupeesExact(person.spent) },
          { label: "Last order", value: person.lastOrderAt ? shortDate(person.lastOrderAt) : "None" },
          { label: "COD refused", value: String(person.codRefused) },
          { label: "Returned", value: String(person.returned) },
          { label: "City", value: person.city || "Not known" },
          { label: "Phone", value: formatMobile(person.verifiedPhone ?? person.phone ?? "") || "None" },
        ]}
      />
    </Panel>
  );
}

function Orders({ orders }: Pick<Shown, "orders">) {
  return (
    <Panel title="Orders">
      {orders.count === 0 && <p className="muted">None yet.</p>}
      <OrderRows orders={orders} />
    </Panel>
  );
}

function Addresses({ shown: { addresses } }: { shown: Shown }) {
  return (
    <Panel title="Addresses">
      {addresses.length === 0 && <p className="muted">None saved.</p>}
      <ul className="rows">
        {addresses.map((one) => (
          <li key={one.id} className="flex-wrap items-start">
            <div className="min-w-0 grow wrap-anywhere">
              <b>{one.name}</b> {one.isDefault && <span className="badge info">Default</span>}
              <p className="text-small">
                {[one.line1, one.line2, `${one.city} ${one.postalCode}`, one.state]
                  .filter(Boolean)
                  .join(", ")}
              </p>
            </div>
            <span className="num whitespace-nowrap">{formatMobile(one.phone)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const newsletterWords = {
  pending: "Asked for, not confirmed",
  confirmed: "Agreed",
  unsubscribed: "Left it",
};
const channelWords = { email: "email", phone: "phone", push: "push messages" };

function Consents({ shown: { newsletter, turnedOff } }: { shown: Shown }) {
  return (
    <Panel title="Consents">
      <DefinitionList
        facts={[
          {
            label: "Newsletter",
            value: newsletter
              ? `${newsletterWords[newsletter.status]} (${shortDate(newsletter.confirmedAt ?? newsletter.requestedAt)})`
              : "Never asked for",
          },
          {
            label: "Turned off",
            value:
              turnedOff
                .map(({ kind, channel }) => `${notificationRules[kind].label} by ${channelWords[channel]}`)
                .join("; ") || "Nothing",
          },
        ]}
      />
    </Panel>
  );
}
