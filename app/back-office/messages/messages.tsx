import { actorLabel } from "../../../shop/access/actor.ts";
import { ticketName } from "../../../shop/content/contact/contact.ts";
import {
  type InboxMessage,
  listMessages,
  markMessage,
  messageStates,
} from "../../../shop/content/inbox/messages.server.ts";
import { shortDate } from "../../../shop/dates.ts";
import { accept, refuse } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { actionsColumn, stateTabs } from "../parts/lists/columns.tsx";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import { May } from "../parts/may.tsx";
import type { Route } from "./+types/messages";

const states = ["new", "read", "answered"] as const;
const labels = { new: "New", read: "Read", answered: "Answered" };

export function loader({ request, context }: Route.LoaderArgs) {
  const asked = { sorts: ["-date"] as const, filters: { state: states }, size: 30 };
  return listPage(request, asked, async ({ filters: { state = "" }, page, size }) => {
    const { messages: rows, more } = await listMessages(context.get(servicesContext), { state, page, size });
    return { rows, more };
  });
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  const fields = await formFields({ request, context });
  const state = messageStates.find((each) => each === fields.get("state"));
  if (!state) return refuse(["messageGone", 400]);
  const id = fields.get("id") ?? "";
  const marked = await markMessage(context.get(servicesContext), { actor, id, state });
  return marked.ok ? accept("messageMarked") : refuse(["messageGone", 404]);
}

const columns: Column<InboxMessage>[] = [
  {
    label: "Message",
    kind: "main",
    cell: ({ ticket, name, email, topic, message }) => (
      <div className="row-words">
        <b>{ticketName(ticket)}</b> {name}, {email}, about {topic}
        <p>{message}</p>
      </div>
    ),
  },
  { label: "Date", cell: ({ at }) => shortDate(at) },
  {
    label: "Status",
    cell: ({ state, answeredBy }) => (
      <>
        <span className={`badge ${state === "answered" ? "ok" : "info"}`}>{labels[state]}</span>
        {answeredBy && <span className="muted"> {actorLabel(answeredBy)}</span>}
      </>
    ),
  },
  actionsColumn((message) => <MessageActions message={message} />),
];

export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Messages"
      text="Messages from the contact form. Reply from your own email program."
      actions={
        <May permission="newsletter.export">
          <a className="btn btn-secondary" href="/admin/export/subscribers.csv" download>
            Export newsletter subscribers
          </a>
        </May>
      }
      answer={useLastAnswer(actionData)}
      {...loaderData}
      rowKey={({ id }) => id}
      rowName={({ ticket }) => ticketName(ticket)}
      empty="No messages yet."
      tabs={stateTabs(states, labels)}
      columns={columns}
    />
  );
}

function MessageActions({ message: { id, ticket, email, state } }: { message: InboxMessage }) {
  const name = ticketName(ticket);
  const mail = `mailto:${encodeURIComponent(email)}?${new URLSearchParams({ subject: `Re: ${name}` })}`;
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <a
        className="btn btn-secondary"
        href={mail.replaceAll("+", "%20")}
        aria-label={`Reply to ${name} by mail`}
      >
        Reply by email
      </a>
      {state === "new" && (
        <ActionButton fields={{ id, state: "read" }} label={`Mark ${name} as read`}>
          Mark as read
        </ActionButton>
      )}
      {state === "answered" ? (
        <ActionButton fields={{ id, state: "read" }} label={`Open ${name} again`}>
          Open again
        </ActionButton>
      ) : (
        <ActionButton fields={{ id, state: "answered" }} label={`Mark ${name} as answered`}>
          Mark as answered
        </ActionButton>
      )}
    </span>
  );
}
