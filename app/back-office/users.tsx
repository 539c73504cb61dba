import { href, Link } from "react-router";
import { refuse } from "../http/forms/answer.server.ts";
import { formFields } from "../http/forms/form.server.ts";
import { useLastAnswer } from "../http/forms/use-last-answer.ts";
import { staffOf } from "../http/guards.server.ts";
import { useLiveUpdates } from "../http/live/use-live-updates.ts";
import * as officeMessages from "../parts/messages/office/office-messages.ts";
import { servicesContext } from "../services-context.ts";
import { ErrorPanel } from "../ui/failure.tsx";
import type { Route } from "./+types/users";
import { usersPage } from "./parts/lists/users-list.server.ts";
import { UsersTable } from "./parts/lists/users-table.tsx";
import { May } from "./parts/may.tsx";
import { handleUserForm } from "./users/change.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  return usersPage(context.get(servicesContext), request);
}

export async function action({ request, context }: Route.ActionArgs) {
  const answer = await handleUserForm(
    context.get(servicesContext),
    staffOf(context),
    await formFields({ request, context }),
  );
  return answer ?? refuse(["roleFailed", 400]);
}

export default function Users({ loaderData, actionData }: Route.ComponentProps) {
  useLiveUpdates(["people/all"]);
  const text = (
    <>
      Everybody with an account.{" "}
      <May permission="staff.manage">
        Who works here, and where they are signed in, is under{" "}
        <Link className="link" to={href("/admin/team")}>
          Team
        </Link>
        .
      </May>
    </>
  );
  const actions = (
    <May permission="customers.edit">
      <Link className="btn btn-secondary" to={href("/admin/users/import")}>
        Import customers
      </Link>
    </May>
  );
  return (
    <UsersTable
      title="Users"
      text={text}
      actions={actions}
      answer={useLastAnswer(actionData)}
      shown={loaderData}
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ErrorPanel
      error={error}
      title={officeMessages.usersFailed.title}
      text={officeMessages.usersFailed.text ?? ""}
    />
  );
}
