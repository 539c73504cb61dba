import { href, Link } from "react-router";
import { type Invitation, openInvitations } from "../../../shop/accounts/team/invitations.server.ts";
import { type TeamMember, teamMembers } from "../../../shop/accounts/team/team.server.ts";
import { dateAndTime, shortDate } from "../../../shop/dates.ts";
import { sendsMail } from "../../../shop/emails/sends-mail.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { useSavedCount } from "../../http/forms/use-saved-count.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { originOf } from "../../http/origin.server.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { useToast } from "../../parts/use-toast.ts";
import { servicesContext } from "../../services-context.ts";
import { Field, Select } from "../../ui/forms/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ActionButton } from "../parts/action-button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import { type RoleOption, roleOptionsOf } from "../parts/lists/users-list.server.ts";
import { useMay } from "../parts/may.tsx";
import { NamedForm } from "../parts/named-form.tsx";
import { OwnPassword } from "../parts/own-password.tsx";
import { Panel } from "../parts/screen-head.tsx";
import type { Route } from "./+types/team";
import { handleTeamForm } from "./team-answer.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const asked = { sorts: ["name"] as const, filters: {}, size: 500 };
  const [list, invitations, roles] = await Promise.all([
    listPage(request, asked, async () => ({ rows: await teamMembers(services), more: false })),
    openInvitations(services),
    roleOptionsOf(services, staffOf(context)),
  ]);
  return { list, invitations, roles, byMail: sendsMail(services.site) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  return handleTeamForm(services, staffOf(context), originOf(services.site, request), fields);
}

const columns: Column<TeamMember>[] = [
  {
    label: "Name",
    kind: "main",
    cell: ({ id, name, email, blocked }) => (
      <>
        <Link className="link" to={href("/admin/team/:id", { id })}>
          {name || email || "Somebody"}
        </Link>{" "}
        {blocked && <span className="badge bad">Deactivated</span>}
        <small className="wrap-anywhere">{email}</small>
      </>
    ),
  },
  { label: "Role", cardLabel: true, cell: ({ roleName }) => roleName },
  {
    label: "Two-step login",
    cardLabel: true,
    cell: ({ twoFactor }) => (
      <span className={twoFactor ? "badge ok" : "badge warn"}>{twoFactor ? "On" : "Off"}</span>
    ),
  },
  {
    label: "Last seen",
    cardLabel: true,
    cell: ({ seenAt }) => (seenAt ? shortDate(seenAt) : "Not signed in"),
  },
];

/** Everybody who works in the back office, and who is invited to. Customers are under Users. */
export default function Team({ loaderData, actionData }: Route.ComponentProps) {
  const { list, invitations, roles, byMail } = loaderData;
  const may = useMay();
  const answer = useLastAnswer(actionData);
  const made = answer && "link" in answer ? answer : undefined;
  useToast(answer?.toast);
  useLiveUpdates(may("customers.view") ? ["people/all"] : []);
  return (
    <div className="panels">
      <ListScreen
        title="Team"
        text="Who works in the back office, and as what."
        actions={
          <Link className="btn btn-secondary" to={href("/admin/team/roles")}>
            Roles
          </Link>
        }
        {...list}
        rowKey={({ id }) => id}
        rowName={({ name, email }) => name || email || "Somebody"}
        empty="Nobody has a role yet."
        columns={columns}
      />
      {answer && !answer.ok && answer.toast && (
        <Notice tone="wrong" title={answer.toast.title} text={answer.toast.text} />
      )}
      {made && (
        <Notice
          tone="ok"
          title={`Send this link to ${made.email} yourself.`}
          text="It is shown once, works once, and within 72 hours."
        >
          <code className="sample block my-2 text-small wrap-anywhere">{made.link}</code>
          <CopyButton text={made.link} label="Copy link" />
        </Notice>
      )}
      <div className="panels halves">
        <Invite key={useSavedCount()} roles={roles} byMail={byMail} />
        <OpenInvitations invitations={invitations} />
      </div>
    </div>
  );
}

function Invite({ roles, byMail }: { roles: RoleOption[]; byMail: boolean }) {
  return (
    <Panel title="Invite somebody">
      <p className="mb-4 muted">
        {byMail
          ? "They get an email with a link. It works once, within 72 hours."
          : "This shop cannot send mail yet: you get the link, to send it yourself. It works once, within 72 hours."}
      </p>
      <NamedForm name="invite">
        <input type="hidden" name="intent" value="invite" />
        <Field label="Email" name="email" type="email" autoComplete="off" maxLength={254} required />
        <Select
          label="Role"
          name="role"
          choices={[{ value: "", label: "Choose" }, ...roles]}
          hint="What each may do is under Roles."
        />
        <OwnPassword />
        <button type="submit" className="btn btn-primary">
          {byMail ? "Send invitation" : "Make invitation"}
        </button>
      </NamedForm>
    </Panel>
  );
}

function OpenInvitations({ invitations }: { invitations: Invitation[] }) {
  return (
    <Panel title="Open invitations">
      {invitations.length === 0 && <p className="muted">None.</p>}
      <ul className="rows">
        {invitations.map(({ id, email, roleName, invitedBy, expiresAt, expired }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            <div className="wrap-anywhere">
              <b>{email}</b> {expired && <span className="badge bad">Expired</span>}
              <p className="muted text-small">
                {roleName}, by {invitedBy || "somebody"}, {expired ? "until" : "works until"}{" "}
                {dateAndTime(expiresAt)}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Confirm
                id={`again-${id}`}
                open="Send again"
                openLabel={`Send again to ${email}`}
                openClass="btn btn-secondary"
                destructive={false}
                title={`Invite ${email} again?`}
                text="They get a new link; the one before does not work any more."
                button="Send again"
                fields={{ intent: "again", id }}
              >
                <OwnPassword />
              </Confirm>
              <ActionButton fields={{ intent: "withdraw", id }} label={`Withdraw the invitation of ${email}`}>
                Withdraw
              </ActionButton>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
