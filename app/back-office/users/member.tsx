import { data, Form, href, Link } from "react-router";
import { can } from "../../../shop/access/actor.ts";
import { needsSecondFactor } from "../../../shop/access/permissions.ts";
import { endMemberSessions, memberDetail } from "../../../shop/accounts/team/team.server.ts";
import { contactOf } from "../../../shop/accounts/users/users.ts";
import { actionLabel } from "../../../shop/audit/act-words.ts";
import { actionsOf } from "../../../shop/audit/read-audit.server.ts";
import { dateAndTime, shortDate } from "../../../shop/dates.ts";
import { grouped } from "../../../shop/money.ts";
import { accept, redirectWithToast, refuse, refuseFields } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { deviceName } from "../../parts/account/device-name.ts";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import { useToast } from "../../parts/use-toast.ts";
import { servicesContext } from "../../services-context.ts";
import { DefinitionList } from "../../ui/facts.tsx";
import { Select } from "../../ui/forms/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ActionButton } from "../parts/action-button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { type RoleOption, roleOptionsOf } from "../parts/lists/users-list.server.ts";
import { MayLink, useMay } from "../parts/may.tsx";
import { OwnPassword } from "../parts/own-password.tsx";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/member";
import { handleUserForm } from "./change.server.ts";
import { TwoStepOff } from "./two-step-off.tsx";

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const staff = staffOf(context);
  const found = await memberDetail(services, id);
  if (!found) throw data(null, { status: 404 });
  const { theirs, ...person } = found;
  const mayLook = can(staff, "audit.view");
  const [roles, actions] = await Promise.all([
    roleOptionsOf(services, staff),
    mayLook ? actionsOf(services, id) : null,
  ]);
  const options: RoleOption[] = [...roles, { value: "user", label: "None: off the team" }];
  const own = { value: person.role, label: theirs.name };
  const asked = new URL(request.url).searchParams.get("role");
  return {
    person,
    roleName: theirs.name,
    needsTwoStep: needsSecondFactor(theirs, services.site.mode),
    roles: options.some(({ value }) => value === own.value) ? options : [own, ...options],
    // The role whose assignment needs a password.
    wanted: options.find(({ value }) => value === asked)?.value ?? person.role,
    actions,
  };
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const staff = staffOf(context);
  const fields = (await formFields({ request, context })).set("id", id);
  const intent = fields.get("intent") ?? "";
  const here = href("/admin/team/:id", { id });
  if (intent === "end-session" || intent === "end-sessions") {
    const sessionId = intent === "end-session" ? (fields.get("session") ?? "") : null;
    const ended = await endMemberSessions(services, { actor: staff, id, sessionId });
    if (ended.ok) return redirectWithToast(here, sessionId === null ? "sessionsEnded" : "sessionEnded");
    if (ended.refused === "not-found") return redirectWithToast(href("/admin/team"), "memberGone");
    return refuseFields({}, 403, undefined, { toast: officeMessages.sessionsBeyondOwn });
  }
  if (!(await memberDetail(services, id))) return redirectWithToast(href("/admin/team"), "memberGone");
  const answer = await handleUserForm(services, staff, fields, "/admin/team/:id");
  if (!answer) return refuse(["roleFailed", 400]);
  if (answer.ok && intent === "role" && fields.get("role") === "user")
    return redirectWithToast(href("/admin/team"), "roleUpdated");
  if (answer.ok && intent === "block") return accept("memberDeactivated");
  return answer;
}

export default function Member({ loaderData, actionData }: Route.ComponentProps) {
  const { person, roleName, needsTwoStep, roles, wanted, actions } = loaderData;
  const may = useMay();
  const answer = useLastAnswer(actionData);
  const message = answer?.toast;
  useToast(message);
  useLiveUpdates(may("customers.view") ? ["people/all"] : []);
  const name = person.name || contactOf(person);
  return (
    <>
      <ScreenHead
        title={name}
        text={
          <>
            {roleName} {person.blocked && <span className="badge bad">Deactivated</span>}
          </>
        }
        back={{ to: href("/admin/team"), label: "Team" }}
      />
      {message && !answer.ok && <Notice tone="wrong" title={message.title} text={message.text} />}
      <div className="panels halves">
        <Panel title="Account">
          <DefinitionList
            facts={[
              { label: "Email", value: person.email ?? "None" },
              {
                label: "Two-step login",
                value: `${person.twoFactor ? "On" : "Off"}${needsTwoStep ? ", required by the role" : ""}`,
              },
              { label: "Account since", value: shortDate(person.joinedAt) },
            ]}
          />
          {person.twoFactor && <TwoStepOff name={name} />}
          <p className="mt-4">
            <MayLink permission="customers.view" to={href("/admin/users/:id", { id: person.id })}>
              As a customer
            </MayLink>
          </p>
        </Panel>
        <RoleAndAccess name={name} blocked={person.blocked} roles={roles} wanted={wanted} />
        <Sessions sessions={person.sessions} name={name} />
        {actions && <Actions actions={actions} id={person.id} />}
      </div>
    </>
  );
}

type Shown = Route.ComponentProps["loaderData"];

function RoleAndAccess({
  name,
  blocked,
  roles,
  wanted,
}: {
  name: string;
  blocked: boolean;
  roles: RoleOption[];
  wanted: string;
}) {
  return (
    <Panel title="Role and access">
      <Form method="post" className="office-form" preventScrollReset>
        <input type="hidden" name="intent" value="role" />
        <Select label="Role" name="role" key={wanted} defaultValue={wanted} choices={roles} />
        <OwnPassword />
        <button type="submit" className="btn btn-secondary">
          Change role
        </button>
      </Form>
      <hr className="border-t border-line mt-4 mb-4" />
      {blocked ? (
        <Form method="post" className="office-form" preventScrollReset>
          <input type="hidden" name="intent" value="unblock" />
          <OwnPassword />
          <button type="submit" className="btn btn-secondary">
            Reactivate {name}
          </button>
        </Form>
      ) : (
        <Confirm
          id="deactivate"
          open={`Deactivate ${name}`}
          title={`Deactivate ${name}?`}
          text="They are signed out everywhere at once and cannot log in until you reactivate them. What they did stays under their name."
          button="Deactivate"
          fields={{ intent: "block" }}
        >
          <OwnPassword />
        </Confirm>
      )}
    </Panel>
  );
}

function Sessions({ sessions, name }: { sessions: Shown["person"]["sessions"]; name: string }) {
  return (
    <Panel title="Signed in">
      {sessions.length === 0 && <p className="muted">Not signed in anywhere right now.</p>}
      <ul className="rows">
        {sessions.map(({ id, userAgent, ipAddress, usedAt, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            <div className="wrap-anywhere">
              <b>{deviceName(userAgent)}</b>
              <p className="muted text-small">
                {ipAddress && `${ipAddress} · `}since {shortDate(createdAt)}, last used {shortDate(usedAt)}
              </p>
            </div>
            <ActionButton
              fields={{ intent: "end-session", session: id }}
              label={`Sign out ${name} on ${deviceName(userAgent)}`}
            >
              Sign out
            </ActionButton>
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <ActionButton fields={{ intent: "end-sessions" }} label={`Sign out everywhere: ${name}`}>
          Sign out everywhere
        </ActionButton>
      )}
    </Panel>
  );
}

function Actions({ actions, id }: { actions: NonNullable<Shown["actions"]>; id: string }) {
  return (
    <Panel
      title="What they did"
      aside={
        <Link className="link" to={`${href("/admin/audit")}?admin=${id}`}>
          All in the audit log
        </Link>
      }
    >
      {actions.length === 0 && <p className="muted">Nothing yet.</p>}
      <ul className="rows">
        {actions.map(({ action: what, times, last }) => (
          <li key={what}>
            <Link className="link" to={`${href("/admin/audit")}?admin=${id}&action=${what}`}>
              {actionLabel(what)}
            </Link>
            <span className="muted num ml-auto text-end">
              {times === 1 ? "once" : `${grouped(times)} times`}, last {dateAndTime(last)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
