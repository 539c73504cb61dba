import { data, href, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { servicesContext } from "../../app/services-context.ts";

const newest = 50;
const when = new Intl.DateTimeFormat("en-IN", {
  timeZone: "Asia/Kolkata",
  dateStyle: "medium",
  timeStyle: "short",
});

/** Mailbox of the demo shop, instead of a mail server. Not available in live mode. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, mail, site } = context.get(servicesContext);
  if (site.mode !== "demo") throw data(null, { status: 404 });
  const rows = await mail.list(db, newest);
  const asked = new URL(request.url).searchParams.get("mail");
  const opened = rows.find(({ id }) => id === asked) ?? rows[0];
  return {
    mails: rows.map(({ id, to, subject, createdAt }) => ({ id, to, subject, at: createdAt.toISOString() })),
    opened: opened
      ? { id: opened.id, subject: opened.subject, to: opened.to, text: opened.text, html: opened.html }
      : null,
  };
}

export default function DevMail() {
  const { mails, opened } = useLoaderData<typeof loader>();
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
