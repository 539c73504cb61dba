import { data, href, Link, type ShouldRevalidateFunctionArgs, useLocation } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import type { Staff } from "../../../shop/access/actor.ts";
import { can } from "../../../shop/access/actor.ts";
import { mailStyle } from "../../../shop/brand/brand.server.ts";
import {
  answeringStaff,
  assignConversation,
  type ConversationRow,
  conversationCounts,
  conversationOf,
  conversationTabs,
  isWithCustomer,
  listConversations,
  sayInConversation,
  setConversationState,
} from "../../../shop/content/inbox/conversations.server.ts";
import { filledReply, savedReplies } from "../../../shop/content/inbox/saved-replies.server.ts";
import { customerDetail, customerIdOf } from "../../../shop/customers/customer-page.server.ts";
import { shortDate } from "../../../shop/dates.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import type { FormFields } from "../../../shop/text/read-form.ts";
import { redirectWithToast, refuse, refuseFields, typedTexts } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { originOf } from "../../http/origin.server.ts";
import { AnswerMessage } from "../../parts/answer-message.tsx";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import { servicesContext } from "../../services-context.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { StatusTabs } from "../parts/lists/list.tsx";
import { countLabel, listPage } from "../parts/lists/list-address.ts";
import { ListTools } from "../parts/lists/list-tools.tsx";
import { newestOrders } from "../parts/lists/newest-orders.server.ts";
import { Pager } from "../parts/lists/pager.tsx";
import { May } from "../parts/may.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/messages";
import { ConversationPane } from "./conversation.tsx";
import { withParagraph } from "./insert-reply.ts";
import { saidMeanwhile } from "./meanwhile.ts";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const staff = staffOf(context);
  const asked = { sorts: ["-last"] as const, filters: { show: conversationTabs }, size: 30 };
  const [list, counts, open] = await Promise.all([
    listPage(request, asked, ({ filters: { show: tab = "" }, q, page, size }) =>
      listConversations(services, { tab, staffId: staff.id, q, page, size }),
    ),
    conversationCounts(services, staff.id),
    params.id === undefined ? null : opened(services, staff, params.id),
  ]);
  return { ...list, counts, open };
}

/** The conversation that is open, with who may look after it, saved replies, and whose it is. */
async function opened(services: Services, staff: Staff, id: string) {
  const conversation = await conversationOf(services, id);
  if (!conversation) throw data(null, { status: 404 });
  const isKnown = isWithCustomer(conversation);
  const customerId = isKnown ? await customerIdOf(services, conversation.email) : null;
  const [team, replies, person, orders, { contact }] = await Promise.all([
    answeringStaff(services),
    savedReplies(services),
    customerId !== null && can(staff, "customers.view") ? customerDetail(services, customerId) : null,
    customerId !== null && can(staff, "orders.view") ? newestOrders(services, customerId, 5) : null,
    shopSettings(services),
  ]);
  const newest = orders?.rows[0] ? shortId(orders.rows[0].id) : null;
  return {
    conversation,
    team,
    inbox: contact.email,
    readsMail: services.mailbox.name !== null,
    isKnown,
    now: services.clock.now(),
    replies: replies.map((one) => ({
      id: one.id,
      name: one.name,
      text: filledReply(one, { name: conversation.name, order: newest }),
    })),
    person: person && {
      id: person.id,
      name: person.name || "Unknown User",
      orders: person.orders,
      spent: person.spent,
      city: person.city,
      tags: person.tags,
    },
    orders,
  };
}

const refusals = {
  "not-allowed": ["messageNotAllowed", 403],
  "not-found": ["messageGone", 404],
  "changed-meanwhile": ["messageChanged", 409, "text"],
  "no-such-staff": ["messageNoStaff", 400],
  empty: ["messageEmpty", 400, "text"],
  "too-long": ["messageTooLong", 400, "text"],
  placeholders: ["messagePlaceholders", 400, "text"],
  "no-mail": ["mailNotSetUp", 409, "text"],
} as const;

export async function action({ request, context, params: { id = "" } }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  const change = { actor: staffOf(context), id, version: fields.get("version") ?? "" };
  const intent = fields.get("intent") ?? "";
  if (intent === "insert") return withReply(services, change.actor, id, fields);
  const outcome = await act(services, request, intent, change, fields);
  if (!outcome.ok) {
    const late = outcome.refused === "changed-meanwhile" ? await lateWords(services, id, fields) : null;
    return late
      ? refuseFields({ text: late }, 409, fields, { toast: { ...officeMessages.messageChanged, text: late } })
      : refuse(refusals[outcome.refused], fields);
  }
  const done = { reply: "messageAnswered", note: "messageNoted", assign: "messageAssigned" } as const;
  const message =
    intent === "reply" || intent === "note" || intent === "assign" ? done[intent] : "messageMarked";
  // The address has the tab, search and page of the list beside it.
  return redirectWithToast(href("/admin/messages/:id", { id }) + new URL(request.url).search, message);
}

/** The form again with the chosen saved reply after what was typed, for a page without scripts. */
async function withReply(
  services: Services,
  staff: Staff,
  id: string,
  fields: FormFields,
): Promise<FormAnswer> {
  const { replies } = await opened(services, staff, id);
  const chosen = replies.find((one) => one.id === fields.get("reply"));
  const typed = typedTexts(fields);
  return {
    ok: true,
    typed: chosen ? { ...typed, text: withParagraph(typed.text ?? "", chosen.text) } : typed,
  };
}

async function act(
  services: Services,
  request: Request,
  intent: string,
  change: { actor: Staff; id: string; version: string },
  fields: Map<string, string>,
) {
  if (intent === "assign") return assignConversation(services, { ...change, to: fields.get("to") ?? "" });
  if (intent === "close" || intent === "reopen")
    return setConversationState(services, { ...change, state: intent === "close" ? "closed" : "open" });
  const { shopName, contact } = await shopSettings(services);
  const sender = { shopName, origin: originOf(services.site, request), ...(await mailStyle(services)) };
  const kind = intent === "note" ? "note" : "reply";
  const said = { ...change, kind, text: fields.get("text") ?? "" } as const;
  return sayInConversation(services, { ...sender, inbox: contact.email }, said);
}

/** What was said since the form was read, for who was too late; null for nothing, or for another form. */
async function lateWords(services: Services, id: string, fields: Map<string, string>) {
  const now = await conversationOf(services, id);
  const seen = fields.get("seen");
  const meanwhile = now && seen !== undefined ? saidMeanwhile(now.said, seen, services.clock.now()) : null;
  return meanwhile && `${meanwhile} Read it above. You may still send yours.`;
}

/** Who was too late reads what somebody else has written. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate;
}

export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, address, paging, counts, open } = loaderData;
  useLiveUpdates(["messages/all"]);
  const tabs = [
    { value: "", label: "Open", count: counts.open },
    { value: "waiting", label: "Waiting", count: counts.waiting },
    { value: "mine", label: "Mine", count: counts.mine },
    { value: "closed", label: "Closed", count: counts.closed },
    { value: "all", label: "All", count: counts.all },
  ];
  return (
    <>
      <ScreenHead
        title={open ? `Messages: ${open.conversation.name}` : "Messages"}
        text={
          counts.waiting.count === 0
            ? "Nobody waits for an answer."
            : `${countLabel(counts.waiting)} ${counts.waiting.count === 1 ? "customer waits" : "customers wait"} for an answer.`
        }
        more={
          <>
            <Link className="btn btn-secondary" to={href("/admin/messages/replies")}>
              Saved replies
            </Link>
            <May permission="newsletter.export">
              <a className="btn btn-secondary" href="/admin/export/subscribers.csv" download>
                Export newsletter subscribers
              </a>
            </May>
          </>
        }
      />
      <AnswerMessage answer={useLastAnswer(actionData)} />
      <div className={open ? "inbox has-open" : "inbox"}>
        <section className="panel inbox-list" aria-label="Conversations">
          <StatusTabs name="show" tabs={tabs} />
          <ListTools
            address={address}
            search={{ label: "Search messages", placeholder: "Name, email, ticket or words" }}
          />
          {rows.length === 0 && <p className="p-8 muted text-center">No messages here.</p>}
          <ul>
            {rows.map((row) => (
              <li key={row.id}>
                <Row row={row} isOpen={row.id === open?.conversation.id} />
              </li>
            ))}
          </ul>
          <Pager paging={paging} shown={rows.length} label="Conversations" />
        </section>
        {open ? (
          <ConversationPane key={open.conversation.id} {...open} />
        ) : (
          <div className="only-wide">
            <EmptyState title="No conversation chosen" text="Choose one on the left to read and answer it." />
          </div>
        )}
      </div>
    </>
  );
}

function Row({ row, isOpen }: { row: ConversationRow; isOpen: boolean }) {
  const { search } = useLocation();
  const { id, name, waiting, state, assigned, lastAt, excerpt } = row;
  return (
    <Link to={href("/admin/messages/:id", { id }) + search} aria-current={isOpen ? "true" : undefined}>
      <span className="flex items-center justify-between gap-2">
        <span className="min-w-0 wrap-anywhere">{waiting && state === "open" ? <b>{name}</b> : name}</span>
        <small className="muted whitespace-nowrap">{shortDate(lastAt)}</small>
      </span>
      <p className="text-small muted">{excerpt}</p>
      <span className="flex flex-wrap gap-1">
        {state === "closed" ? (
          <span className="badge">Closed</span>
        ) : (
          waiting && <span className="badge warn">Waiting</span>
        )}
        {assigned && <span className="badge info">{assigned}</span>}
      </span>
    </Link>
  );
}
