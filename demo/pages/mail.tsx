import {
  type ActionFunctionArgs,
  data,
  Form,
  href,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
} from "react-router";
import { formFields } from "../../app/http/forms/form.server.ts";
import { servicesContext } from "../../app/services-context.ts";
import { Select, TextArea } from "../../app/ui/forms/field.tsx";
import { system } from "../../shop/access/actor.ts";
import { readMailbox } from "../../shop/content/inbox/read-mailbox.server.ts";
import { ordersOfInbox } from "../../shop/orders/orders-among.server.ts";
import { type AnswerKind, answerKinds, answerTo, putIntoMailbox } from "../mailbox.server.ts";

const newest = 50;
const when = new Intl.DateTimeFormat("en-IN", {
  timeZone: "Asia/Kolkata",
  dateStyle: "medium",
  timeStyle: "short",
});

/** Mailbox of the demo shop, instead of a mail server. Not available in live mode. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, mail, mailbox, site } = context.get(servicesContext);
  if (site.mode !== "demo") throw data(null, { status: 404 });
  const rows = await mail.list(db, newest);
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get("mail");
  const opened = rows.find(({ id }) => id === asked) ?? rows[0];
  return {
    mails: rows.map(({ id, to, subject, createdAt }) => ({ id, to, subject, at: createdAt.toISOString() })),
    opened: opened
      ? { id: opened.id, subject: opened.subject, to: opened.to, text: opened.text, html: opened.html }
      : null,
    isAnswered: searchParams.has("answered"),
    kinds:
      mailbox.name === "local" ? Object.entries(answerKinds).map(([value, label]) => ({ value, label })) : [],
  };
}

/** Puts an answer to a mail into the demo's mailbox, and lets the shop read it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const services = context.get(servicesContext);
  const { db, mail, mailbox, site } = services;
  if (site.mode !== "demo" || mailbox.name !== "local") throw data(null, { status: 404 });
  const fields = await formFields({ request, context });
  const answered = (await mail.list(db, newest)).find(({ id }) => id === fields.get("mail"));
  const kind = (Object.keys(answerKinds) as AnswerKind[]).find((known) => known === fields.get("kind"));
  if (!answered || !kind) return redirect(href("/dev/mail"), { status: 303 });
  await putIntoMailbox(services, answerTo(answered, kind, fields.get("text") ?? ""));
  await readMailbox(services, system("read-mailbox"), ordersOfInbox);
  const there = new URLSearchParams({ mail: answered.id, answered: "1" });
  return redirect(`${href("/dev/mail")}?${there}`, { status: 303 });
}

export default function DevMail() {
  const { mails, opened, isAnswered, kinds } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="wrap words-page dev-mail pb-12">
      <title>Mail · Campus Style demo</title>
      <meta name="robots" content="noindex" />
      <header className="words-head">
        <h1>Demo mail</h1>
        <p className="muted">
          Nothing leaves this machine: what the shop would send is kept here.{" "}
          <Link className="link" to={href("/")}>
            Back to the shop
          </Link>
        </p>
      </header>
      {opened ? (
        <div className="dev-mail-columns grid gap-8">
          <nav aria-label="Mails">
            <ol>
              {mails.map(({ id, to, subject, at }) => (
                <li key={id}>
                  <Link
                    className="grid px-3 py-2 border-b border-line text-small leading-snug wrap-anywhere"
                    to={`${href("/dev/mail")}?${new URLSearchParams({ mail: id })}`}
                    aria-current={id === opened.id ? "true" : undefined}
                  >
                    <b>{subject}</b>
                    <span className="muted">{to}</span>
                    <time className="muted" dateTime={at}>
                      {when.format(new Date(at))}
                    </time>
                  </Link>
                </li>
              ))}
            </ol>
          </nav>
          <section aria-labelledby="opened">
            <h2 id="opened" className="h3">
              {opened.subject}
            </h2>
            <p className="text-small muted">To {opened.to}</p>
            {opened.html && (
              // Sandboxed: no scripts, forms or cookies. Links open in the parent, where relative ones lead to the
              // shop.
              <iframe
                className="w-full my-4 border border-line"
                height="640"
                key={opened.id}
                title="The mail as it looks"
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                srcDoc={`<base target="_blank">${opened.html}`}
              />
            )}
            <h3>As text</h3>
            <pre className="mt-3 p-4 bg-sunk text-small whitespace-pre-wrap wrap-anywhere">{opened.text}</pre>
            <ul className="mt-3 wrap-anywhere">
              {addressesIn(opened.text).map((address) => (
                <li key={address}>
                  <a className="link" href={address} rel="noreferrer">
                    {address}
                  </a>
                </li>
              ))}
            </ul>
            {kinds.length > 0 && (
              <Form method="post" className="stack mt-8" key={`${opened.id} ${isAnswered}`}>
                <h3>Answer it</h3>
                {isAnswered && (
                  <p role="status">
                    The shop has read the answer. See{" "}
                    <a className="link" href={href("/admin/messages")}>
                      Messages
                    </a>
                    .
                  </p>
                )}
                <input type="hidden" name="mail" value={opened.id} />
                <Select label="Who answers" name="kind" choices={kinds} />
                <TextArea label="What they write" name="text" rows={4} maxLength={4_000} />
                <button type="submit" className="btn btn-secondary">
                  Answer
                </button>
              </Form>
            )}
          </section>
        </div>
      ) : (
        <p>No mail yet. Subscribe to the newsletter or write to the shop, and it appears here.</p>
      )}
    </main>
  );
}

/** The links of the mail. */
function addressesIn(text: string): string[] {
  return [...new Set(text.match(/https?:\/\/\S+/g))];
}
