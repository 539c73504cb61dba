import { Link, useSubmit } from "react-router";
import { dateAndTime } from "../../../shop/dates.ts";
import { staffChannels } from "../../../shop/staff-notices/kinds.ts";
import {
  markNoticesRead,
  type NoticeChoice,
  noticeChoices,
  noticesOf,
  saveNoticeChoices,
} from "../../../shop/staff-notices/read-notices.server.ts";
import { redirectWithToast } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import PushSwitch from "../../parts/account/push-switch.tsx";
import { servicesContext } from "../../services-context.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { NamedForm } from "../parts/named-form.tsx";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/notices";

const here = "/admin/notices";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const staff = staffOf(context);
  const [notices, choices] = await Promise.all([
    noticesOf(services, staff.id),
    noticeChoices(services, staff),
  ]);
  return { notices, choices };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const staff = staffOf(context);
  const fields = await formFields({ request, context });
  if (fields.get("intent") === "choices") {
    await saveNoticeChoices(services, staff, (kind, channel) => fields.has(`${kind}:${channel}`));
    return redirectWithToast(here, "noticesChosen");
  }
  const upTo = Number(fields.get("upTo"));
  const isOne = fields.get("intent") === "opened";
  if (Number.isSafeInteger(upTo) && upTo > 0)
    await markNoticesRead(services, staff, { from: isOne ? upTo : 0, upTo });
  // One that is opened leads to what it tells of.
  return isOne ? null : redirectWithToast(here);
}

const channelNames = { bell: "Here", email: "Email", push: "Push" };

/** What a member of the team was told about, and what they want to be told. */
export default function Notices({ loaderData: { notices, choices } }: Route.ComponentProps) {
  useLiveUpdates(["people"]);
  const submit = useSubmit();
  const opened = (id: number) =>
    void submit({ intent: "opened", upTo: id }, { method: "post", action: here, navigate: false });
  const [newest] = notices;
  const unread = notices.filter(({ readAt }) => readAt === null).length;
  return (
    <div className="panels">
      <ScreenHead
        title="Notices"
        text={unread === 0 ? "You have read everything." : `${unread} not read yet.`}
      >
        {newest && unread > 0 && (
          <ActionButton fields={{ intent: "read", upTo: String(newest.id) }} label="Mark all as read">
            Mark all as read
          </ActionButton>
        )}
      </ScreenHead>
      <Panel title="Latest">
        {notices.length === 0 ? (
          <p>Nothing yet. New orders, returns, messages and the like appear here within a minute or two.</p>
        ) : (
          <ul className="rows">
            {notices.map(({ id, title, text, link, at, readAt }) => (
              <li key={id} className="flex-wrap items-start wrap-anywhere">
                <div className="min-w-0 grow">
                  <Link className="link" to={link} onClick={() => readAt === null && opened(id)}>
                    {readAt === null ? <b>{title}</b> : title}
                  </Link>
                  <p className="text-small">{text}</p>
                </div>
                <span className="muted whitespace-nowrap">{dateAndTime(at)}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Choices choices={choices} />
    </div>
  );
}

function Choices({ choices }: { choices: NoticeChoice[] }) {
  return (
    <Panel title="What you want to be told">
      <NamedForm name="choices">
        <input type="hidden" name="intent" value="choices" />
        <div className="list-scroll">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">About</th>
                {staffChannels.map((channel) => (
                  <th key={channel} scope="col">
                    {channelNames[channel]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {choices.map(({ kind, label, channels }) => (
                <tr key={kind}>
                  <th scope="row">{label}</th>
                  {staffChannels.map((channel) => (
                    <td key={channel}>
                      <label className="check">
                        <input
                          type="checkbox"
                          name={`${kind}:${channel}`}
                          defaultChecked={channels[channel]}
                          aria-label={`${label}: ${channelNames[channel]}`}
                        />
                      </label>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <button type="submit" className="btn btn-primary">
          Save
        </button>
      </NamedForm>
      <div className="mt-4">
        <PushSwitch quiet label="Push messages on this device" />
      </div>
    </Panel>
  );
}
