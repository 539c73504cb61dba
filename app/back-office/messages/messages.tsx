import { data } from "react-router";
import { ticketName } from "../../../shop/content/contact/contact.ts";
import {
  type InboxMessage,
  listMessages,
  markMessage,
  messageStates,
} from "../../../shop/content/inbox/messages.server.ts";
import { shortDate } from "../../../shop/dates.ts";
import { messages as words } from "../../parts/messages/messages.ts";
import { useToast } from "../../parts/use-toast.ts";
import { servicesContext } from "../../services-context.ts";
import { formFields } from "../../web/forms/form.server.ts";
import { staffOf } from "../../web/guards.server.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { List } from "../parts/list.tsx";
import { pagesOf, readListAddress } from "../parts/list-address.ts";
import { May } from "../parts/may.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/messages";

const size = 30;
const states = ["new", "read", "answered"] as const;
const labels = { new: "New", read: "Read", answered: "Answered" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const address = readListAddress(new URL(request.url).searchParams, {
    sorts: ["-date"],
    filters: { state: states },
  });
  const { page } = address;
  const found = await listMessages(context.get(servicesContext), {
    state: address.filters.state ?? "",
    page,
    size,
  });
  return { address, messages: found.messages, paging: pagesOf(page, size, found.more) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  const fields = await formFields({ request, context });
  const state = messageStates.find((each) => each === fields.get("state"));
  if (!state) return data({ toast: words.messageGone }, 400);
  const id = fields.get("id") ?? "";
  const marked = await markMessage(context.get(servicesContext), { actor, id, state });
  return marked.ok ? { toast: words.messageMarked } : data({ toast: words.messageGone }, 404);
}

export default function Messages({
  loaderData: { address, messages, paging },
  actionData,
}: Route.ComponentProps) {
  useToast(actionData?.toast);
  return (
    <>
      <ScreenHead title="Messages" text="Messages from the contact form. Reply from your own email program.">
        <May permission="newsletter.export">
          <a className="btn btn-secondary" href="/admin/export/subscribers.csv" download>
            Export newsletter subscribers
          </a>
        </May>
      </ScreenHead>
      <List
        label="Messages"
        rows={messages}
        rowKey={({ id }) => id}
        rowName={({ ticket }) => ticketName(ticket)}
        address={address}
        paging={paging}
        empty="No messages yet."
        tabs={{
          name: "state",
          tabs: [{ value: "", label: "All" }, ...states.map((value) => ({ value, label: labels[value] }))],
        }}
        columns={[
          {
            key: "message",
            label: "Message",
            kind: "main",
            cell: ({ ticket, name, email, topic, message }) => (
              <div className="row-words">
                <b>{ticketName(ticket)}</b> {name}, {email}, about {topic}
                <p>{message}</p>
              </div>
            ),
          },
          { key: "date", label: "Date", cell: ({ at }) => shortDate(at) },
          {
            key: "state",
            label: "Status",
            cell: ({ state, answered_by }) => (
              <>
                <span className={`badge ${state === "answered" ? "ok" : "info"}`}>{labels[state]}</span>
                {answered_by && <span className="muted"> {answered_by}</span>}
              </>
            ),
          },
          {
            key: "actions",
            label: "Actions",
            quietLabel: true,
            cell: (message) => <MessageActions message={message} />,
          },
        ]}
      />
    </>
  );
}

function MessageActions({ message: { id, ticket, email, state } }: { message: InboxMessage }) {
  const name = ticketName(ticket);
  const mail = `mailto:${encodeURIComponent(email)}?${new URLSearchParams({ subject: `Re: ${name}` })}`;
  return (
    <span className="row-actions">
      <a
        className="btn btn-secondary"
        href={mail.replaceAll("+", "%20")}
        aria-label={`Reply to ${name} by mail`}
      >
        Reply by mail
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
