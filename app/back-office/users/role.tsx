import { href, Link } from "react-router";
import { cutText } from "../../../platform/text/cut-text.ts";
import { needsSecondFactor, permissionField, permissionGroups } from "../../../shop/access/permissions.ts";
import { editableParts, isWithinOwn, type Role, roleOf } from "../../../shop/access/roles.server.ts";
import {
  deleteRole,
  holdersOf,
  type RoleInput,
  readRole,
  saveRole,
} from "../../../shop/accounts/team/edit-role.server.ts";
import type { FieldErrors, FormFields, FormRead } from "../../../shop/text/read-form.ts";
import { redirectWithToast, refuseFields } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import { useToast } from "../../parts/use-toast.ts";
import { servicesContext } from "../../services-context.ts";
import { Notice } from "../../ui/notice.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { type EditedRecord, type EditField, EditForm } from "../parts/edit-form.tsx";
import { useMay } from "../parts/may.tsx";
import { OwnPassword, passwordErrors } from "../parts/own-password.tsx";
import { saveEdit } from "../parts/save-edit.server.ts";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/role";

const list = href("/admin/team/roles");

export async function loader({ request, context, params: { key } }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { mode } = services.site;
  const wanted = key ?? new URL(request.url).searchParams.get("from");
  const found = wanted === null ? null : await roleOf(services, wanted);
  if (key !== undefined && !found) throw new Response("No such role", { status: 404 });
  const isLive = mode === "live";
  if (key === undefined || !found) {
    const empty: EditedRecord = { values: { secondFactor: isLive ? "on" : "" }, version: "" };
    const copied = found && recordOf(found, mode);
    return {
      title: "New role",
      parts: "all" as const,
      record: copied ? { values: { ...copied.values, name: copyName(found.name) }, version: "" } : empty,
      holders: [],
      isLive,
    };
  }
  const own = isWithinOwn(staffOf(context), found.permissions);
  return {
    title: found.name,
    parts: own ? editableParts(found) : ("nothing" as const),
    record: recordOf(found, mode),
    holders: await holdersOf(services, found.key),
    isLive,
  };
}

/** At most the 60 characters that a name may have. */
const copyName = (name: string) => cutText(`Copy of ${name}`, 60);

/** A role as the fields of its form. */
function recordOf(role: Role, mode: "demo" | "live"): EditedRecord {
  return {
    values: {
      name: role.name,
      secondFactor: needsSecondFactor(role, mode) ? "on" : "",
      ...Object.fromEntries([...role.permissions].map((one) => [permissionField(one), "on"])),
    },
    version: String(role.version),
  };
}

const first = permissionGroups[0]?.subject ?? "";

/** The message of a refusal at its field, or at its group of permissions. */
const refusals: Record<string, FieldErrors> = {
  "name-taken": { name: "Another role has this name." },
  fixed: { [first]: "This role stays as it is." },
  "too-many": { name: "There are 60 roles already, the most that can be told apart." },
  "beyond-own": { [first]: "You cannot give or take away what you may not do yourself." },
  "last-admin": { Business: "Nobody could manage the team any more. Make somebody else an admin first." },
  ...Object.fromEntries(Object.entries(passwordErrors).map(([code, text]) => [code, { password: text }])),
};

/** Of the owner's role only the second factor is in the form. */
function readParts(parts: ReturnType<typeof editableParts>, fields: FormFields): FormRead<RoleInput> {
  if (parts === "all") return readRole(fields);
  return {
    ok: true,
    value: { name: "", permissions: new Set(), secondFactor: (fields.get("secondFactor") ?? "") !== "" },
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const sent = await formFields({ request, context });
  const staff = staffOf(context);
  const key = params.key ?? null;
  if (sent.get("intent") === "delete" && key !== null) {
    const deleted = await deleteRole(services, { actor: staff, key });
    if (!deleted.ok && deleted.refused !== "not-found")
      return refuseFields({}, 409, undefined, { toast: officeMessages.roleNotDeleted });
    return redirectWithToast(list, deleted.ok ? "roleDeleted" : "roleGone");
  }
  const actor = { ...staff, password: sent.get("password") };
  const before = key === null ? null : await roleOf(services, key);
  return saveEdit(sent, {
    read: readParts(before ? editableParts(before) : "all", sent),
    saveAs: (input, version) => saveRole(services, { actor, key, version, input }),
    refusals,
    now: async () => {
      const found = key === null ? null : await roleOf(services, key);
      return found && recordOf(found, services.site.mode);
    },
    saved: [list, "roleSaved"],
    gone: "roleGone",
  });
}

/** The fields of the form. A permission that one lacks can be seen, not given. */
function fieldsFor(
  parts: "all" | "second-factor",
  may: ReturnType<typeof useMay>,
  isLive: boolean,
): EditField[] {
  const secondFactor: EditField = {
    name: "secondFactor",
    label: "Two-step login required",
    control: "check",
    group: "Logging in",
    hint: isLive
      ? "Who has the role sets up an authenticator app before anything else. Who manages the team always needs it."
      : "Who has the role sets up an authenticator app before anything else in the back office.",
  };
  if (parts === "second-factor") return [secondFactor];
  return [
    { name: "name", label: "Name", hint: "Such as Night shift." },
    ...permissionGroups.flatMap(({ subject, permissions }) =>
      permissions.map(
        ({ key, label, says }): EditField => ({
          name: permissionField(key),
          label,
          control: "check",
          group: subject,
          hint: may(key) ? says : `${says} You do not have this permission yourself.`,
          disabled: !may(key),
        }),
      ),
    ),
    secondFactor,
  ];
}

export default function RoleScreen({ loaderData, actionData, params: { key } }: Route.ComponentProps) {
  const { title, parts, record, holders, isLive } = loaderData;
  const may = useMay();
  const answer = useLastAnswer(actionData);
  useToast(parts === "nothing" ? answer?.toast : undefined);
  return (
    <>
      <ScreenHead title={title} back={{ to: list, label: "Roles" }}>
        {key !== undefined && (
          <Link className="btn btn-secondary" to={`${href("/admin/team/roles/new")}?from=${key}`}>
            Copy
          </Link>
        )}
        {key !== undefined && parts === "all" && holders.length === 0 && (
          <Confirm
            id="delete-role"
            open="Delete"
            title={`Delete ${title}?`}
            text="Nobody has it. This cannot be undone."
            button="Delete"
            fields={{ intent: "delete" }}
          />
        )}
      </ScreenHead>
      {answer && !answer.ok && answer.toast && (
        <Notice tone="wrong" title={answer.toast.title} text={answer.toast.text} />
      )}
      <div className="panels">
        {holders.length > 0 && (
          <Panel title="Who has it">
            <p>
              {holders.join(", ")}. {parts === "all" && "While somebody has it, it cannot be deleted."}
            </p>
          </Panel>
        )}
        {parts !== "all" && <Fixed parts={parts} values={record.values} roleKey={key} />}
        {parts !== "nothing" && (
          <EditForm
            label={title}
            fields={fieldsFor(parts, may, isLive)}
            record={record}
            answer={answer}
            button="Save role"
            cancelTo={list}
          >
            <div className="edit-fields">
              <OwnPassword />
            </div>
          </EditForm>
        )}
      </div>
    </>
  );
}

/** What a role may do, where it cannot be changed, and why it cannot. */
function Fixed({
  parts,
  values,
  roleKey,
}: {
  parts: "second-factor" | "nothing";
  values: EditedRecord["values"];
  roleKey: string | undefined;
}) {
  const has = permissionGroups.flatMap(({ permissions }) =>
    permissions.flatMap(({ key, label }) => (values[permissionField(key)] ? [label] : [])),
  );
  const why =
    roleKey === "user"
      ? "Customers have this role. It gives nothing in the back office, and stays so."
      : parts === "second-factor"
        ? "The owner's role: it has every permission and cannot be deleted."
        : "This role may do more than you, so you can see it and not change it.";
  return (
    <Panel title="What it may do">
      <p className="mb-4">{why}</p>
      <ul className="rows">
        {has.map((label) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
    </Panel>
  );
}
