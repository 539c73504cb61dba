import { data, href, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { servicesContext } from "../../app/services-context.ts";
import { keptMessages } from "../messages.server.ts";

const channelNames = { sms: "SMS", whatsapp: "WhatsApp" };
const when = new Intl.DateTimeFormat("en-IN", {
  timeZone: "Asia/Kolkata",
  dateStyle: "medium",
  timeStyle: "medium",
});

/** Messages to phones that the demo shop stores instead of sending them. Not available in live mode. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { messaging, site, db } = context.get(servicesContext);
  if (site.mode !== "demo" || !messaging.staysHere) throw data(null, { status: 404 });
  const messages = await keptMessages({ db });
  return { messages: messages.map((one) => ({ ...one, at: one.at.toISOString() })) };
}

export default function DevMessages() {
  const { messages } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="wrap words-page pb-12">
      <title>Messages · Campus Style demo</title>
      <meta name="robots" content="noindex" />
      <header className="words-head">
        <h1>Demo messages</h1>
        <p className="muted">
          Nothing leaves this machine: what the shop would send to a phone is kept here, the newest 50.{" "}
          <Link className="link" to={href("/")}>
            Back to the shop
          </Link>
        </p>
      </header>
      {messages.length === 0 && (
        <p>No messages yet. Log in with a mobile number, and its code appears here.</p>
      )}
      <ol className="grid gap-5">
        {messages.map(({ to, channel, text, at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing is reordered, and two messages can be equal
          <li key={index}>
            <p className="text-small muted">
              {channelNames[channel]} to {to} · <time dateTime={at}>{when.format(new Date(at))}</time>
            </p>
            <pre className="mt-3 p-4 bg-sunk text-small whitespace-pre-wrap wrap-anywhere">{text}</pre>
          </li>
        ))}
      </ol>
    </main>
  );
}
