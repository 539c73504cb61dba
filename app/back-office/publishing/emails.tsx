import { Link } from "react-router";
import { type EmailKey, emailKinds } from "../../../shop/emails/email-kinds.ts";
import type { EmailArea } from "../../../shop/emails/order-kinds.ts";
import { messageKinds, phoneMessages } from "../../../shop/notifications/phone/message-kinds.ts";
import { emailTextKind } from "../../../shop/publishing/email-texts.server.ts";
import { publications, stateInWords } from "../../../shop/publishing/publishing.server.ts";
import { servicesContext } from "../../services-context.ts";
import { MayLink } from "../parts/may.tsx";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/emails";

const areas: EmailArea[] = [
  "Orders",
  "Returns and refunds",
  "Accounts",
  "Newsletter and notices",
  "The shop",
];
const defaultState = "The default text";

export async function loader({ context }: Route.LoaderArgs) {
  const found = await publications(context.get(servicesContext), emailTextKind);
  const rows = Object.entries<(typeof emailKinds)[EmailKey]>(emailKinds).map(
    ([key, { name, when, area }]) => {
      const one = found.get(key);
      return { key, name, when, area, state: one ? stateInWords(one) : defaultState };
    },
  );
  return {
    areas: areas.map((area) => ({ area, emails: rows.filter((row) => row.area === area) })),
    phone: messageKinds.map((kind) => ({ kind, ...phoneMessages[kind] })),
  };
}

/** The texts of all emails, and those of SMS and WhatsApp beside them. */
export default function Emails({ loaderData }: Route.ComponentProps) {
  return (
    <div className="panels">
      <ScreenHead
        title="Emails"
        text="Everything that the shop writes by email. Change the words; what an email is for, such as items, totals and buttons, stays in it."
        back={{ to: "/admin/content", label: "Content" }}
      />
      {loaderData.areas.map(({ area, emails }) => (
        <Panel key={area} title={area}>
          <ul className="rows">
            {emails.map(({ key, name, when, state }) => (
              <li key={key} className="flex-wrap">
                <span className="grid gap-1 grow basis-60">
                  <Link className="link" to={`/admin/content/emails/${key}`}>
                    {name}
                  </Link>
                  <span className="muted text-small">{when}</span>
                </span>
                <span className={state === defaultState ? "muted" : "badge info"}>{state}</span>
              </li>
            ))}
          </ul>
        </Panel>
      ))}
      <Panel title="SMS and WhatsApp">
        <p className="muted mb-3">
          These cannot be changed here: operators (DLT) and Meta deliver a message only if it matches the
          registered template letter by letter. Register these texts and enter the ids of the templates under{" "}
          <MayLink permission="settings.edit" to="/admin/settings">
            Settings
          </MayLink>
          .
        </p>
        <dl className="grid gap-3">
          {loaderData.phone.map(({ kind, label, text }) => (
            <div key={kind}>
              <dt>{label}</dt>
              <dd className="text-small muted wrap-anywhere">{text}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </div>
  );
}
