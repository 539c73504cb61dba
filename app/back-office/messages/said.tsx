import { href } from "react-router";
import { topicLabel } from "../../../shop/content/contact/topics.ts";
import type { MailFacts, Said } from "../../../shop/content/inbox/conversations.server.ts";
import { dateAndTime } from "../../../shop/dates.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { MayLink } from "../parts/may.tsx";

/** One thing said in a conversation. In: `email`, the address of the conversation. Everything is shown as text. */
export function SaidItem({ one, email }: { one: Said; email: string }) {
  const when = <time dateTime={one.at.toISOString()}>{dateAndTime(one.at)}</time>;
  const mail = one.kind === "message" ? one.mail : null;
  return (
    <li className={mail?.automatic || one.kind === "over-limit" ? "note" : one.kind}>
      <p className="text-small muted wrap-anywhere">
        <Head one={one} /> · {when}
      </p>
      {mail && <MailNotes mail={mail} email={email} />}
      {one.text === "" ? (
        <p className="muted">This mail has no text.</p>
      ) : (
        <p className="whitespace-pre-wrap wrap-anywhere">{one.text}</p>
      )}
      {mail && mail.quoted !== "" && (
        <details className="text-small">
          <summary className="link">Show the quoted text</summary>
          <p className="muted whitespace-pre-wrap wrap-anywhere">{mail.quoted}</p>
        </details>
      )}
      {mail && mail.leftOut.length > 0 && (
        <p className="text-small muted wrap-anywhere">
          Not shown here: {mail.leftOut.join(", ")}. It is in the shop's mailbox.
        </p>
      )}
      {one.kind === "message" && one.settledBy && (
        <p className="text-micro muted">Settled by {one.settledBy}</p>
      )}
    </li>
  );
}

function Head({ one }: { one: Said }) {
  if (one.kind === "bounce") return <b>A mail came back</b>;
  if (one.kind === "over-limit") return <b>Too many mails</b>;
  if (one.kind !== "message")
    return (
      <>
        <b>{one.by}</b> {one.kind === "note" ? "noted for staff" : "answered by mail"}
      </>
    );
  const { mail, name, ticket, topic } = one;
  if (!mail)
    return (
      <>
        <b>{name}</b> · {ticket} · {topicLabel(topic)}
      </>
    );
  return (
    <>
      <b>{name}</b> {mail.automatic ? "sent an automatic reply" : "wrote by mail"} · {ticket}
      {mail.subject && ` · ${mail.subject}`}
    </>
  );
}

/** What a mail is about, and what of its sender is only claimed. */
function MailNotes({ mail, email }: { mail: MailFacts; email: string }) {
  const { from, proven, orderId } = mail;
  return (
    <>
      {from !== email && (
        <p className="text-small wrap-anywhere mb-2">
          <span className="badge">Other sender</span> From {from}, not from the address of this conversation.
          Your answer goes to {email}.
        </p>
      )}
      {from === email && !proven && (
        <p className="text-small mb-2">
          <span className="badge">Sender not proven</span> Anybody can write this address into a mail: it is
          not a reply to one that the shop sent there.
        </p>
      )}
      {orderId && (
        <p className="text-small mb-2">
          Answers a mail about{" "}
          <MayLink permission="orders.view" to={href("/admin/orders/:id", { id: orderId })}>
            order {shortId(orderId)}
          </MayLink>
          {!proven && ", which went to another address"}.
        </p>
      )}
    </>
  );
}
