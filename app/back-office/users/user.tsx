import { data, Form, href, Link } from "react-router";
import { isOfStaff, roleOf } from "../../../shop/access/roles.server.ts";
import { formatMobile } from "../../../shop/accounts/customer/formats.ts";
import { userDetail } from "../../../shop/accounts/users/user-detail.server.ts";
import { contactOf } from "../../../shop/accounts/users/users.ts";
import { pastOrdersOf } from "../../../shop/customers/import/import-people.server.ts";
import { shortDate } from "../../../shop/dates.ts";
import { rupeesExact } from "../../../shop/money.ts";
import { customerMetrics } from "../../../shop/reports/customer-metrics.server.ts";
import { refuse } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { deviceName } from "../../parts/account/device-name.ts";
import { PastOrders } from "../../parts/orders/past-orders.tsx";
import { useToast } from "../../parts/use-toast.ts";
import { servicesContext } from "../../services-context.ts";
import { DefinitionList } from "../../ui/facts.tsx";
import { Select } from "../../ui/forms/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { newestOrders } from "../parts/lists/newest-orders.server.ts";
import { OrderRows } from "../parts/lists/order-rows.tsx";
import { type RoleOption, roleOptions } from "../parts/lists/users-list.server.ts";
import { May, useMay } from "../parts/may.tsx";
import { OwnPassword } from "../parts/own-password.tsx";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/user";
import { handleUserForm } from "./change.server.ts";
import { TwoStepOff } from "./two-step-off.tsx";

const latest = 10;

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const person = await userDetail(services, params.id);
  if (!person) throw data(null, { status: 404 });
  const [metrics, orders, roles, role, past] = await Promise.all([
    customerMetrics(services, person.id),
    newestOrders(services, person.id, latest),
    roleOptions(services),
    roleOf(services, person.role),
    person.email === null ? [] : pastOrdersOf(services, person.email),
  ]);
  const asked = new URL(request.url).searchParams.get("role");
  return {
    person,
    isStaff: role !== null && isOfStaff(role),
    roles,
    // The role chosen in the list whose assignment needs a password.
    wanted: roles.find(({ value }) => value === asked)?.value ?? null,
    metrics,
    past,
    orders,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const fields = (await formFields({ request, context })).set("id", params.id);
  const answer = await handleUserForm(context.get(servicesContext), staffOf(context), fields);
  if (!answer) return refuse(["roleFailed", 400]);
  return { ...answer, role: answer.ok ? null : (fields.get("role") ?? null) };
}

type Shown = Route.ComponentProps["loaderData"];

export default function UserScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { person, roles, metrics, orders } = loaderData;
  const roleName = roles.find(({ value }) => value === person.role)?.label ?? person.role;
  const answer = useLastAnswer(actionData);
  const message = answer?.toast;
  const wanted = answer && "role" in answer ? answer.role : null;
  useLiveUpdates(["people/all"]);
  useToast(message);
  return (
    <>
      <ScreenHead
        title={person.name || "Unknown User"}
        text={
          <>
            {person.role === "user" ? "Customer" : roleName} since {shortDate(person.joinedAt)}{" "}
            {person.blocked && <span className="badge bad">Blocked</span>}
          </>
        }
        back={{ to: "/admin/users", label: "Users" }}
      >
        {loaderData.isStaff && (
          <May permission="staff.manage">
            <Link className="btn btn-secondary" to={href("/admin/team/:id", { id: person.id })}>
              On the team
            </Link>
          </May>
        )}
      </ScreenHead>
      {message && !answer.ok && <Notice tone="wrong" title={message.title} text={message.text} />}
      <div className="panels halves">
        <Panel title="Account">
          <DefinitionList
            facts={[
              { label: "Email", value: person.email ?? "None" },
              ...(person.email === null
                ? []
                : [{ label: "Email verified", value: person.emailVerified ? "Yes" : "Not yet" }]),
              { label: "Phone", value: formatMobile(person.phone ?? "") || "N/A" },
              { label: "Addresses", value: String(person.addresses) },
              {
                label: "Login methods",
                value:
                  [
                    ...person.signsInWith.map((way) => (way === "credential" ? "Password" : "Google")),
                    ...(person.verifiedPhone === null
                      ? []
                      : [`Code to ${formatMobile(person.verifiedPhone)}`]),
                  ].join(", ") || "Nothing",
              },
              { label: "Two-step login", value: person.twoFactor ? "On" : "Off" },
            ]}
          />
          {person.twoFactor && !loaderData.isStaff && (
            <May permission="customers.erase">
              <TwoStepOff name={person.name || contactOf(person)} />
            </May>
          )}
        </Panel>
        <Panel title="Orders">
          <DefinitionList
            facts={[
              { label: "Orders placed", value: String(metrics.orders) },
              { label: "Value", value: rupeesExact(metrics.value) },
              { label: "Last order", value: metrics.lastOrderAt ? shortDate(metrics.lastOrderAt) : "None" },
            ]}
          />
          <OrderRows orders={orders} />
        </Panel>
        {loaderData.past.length > 0 && (
          <Panel title="Orders of the earlier shop">
            <PastOrders orders={loaderData.past} />
          </Panel>
        )}
        <RoleAndAccess person={person} roles={roles} wanted={wanted ?? loaderData.wanted} />
        <Panel title="Active sessions">
          {person.sessions.length === 0 && <p className="muted">Not signed in anywhere right now.</p>}
          <ul className="rows">
            {person.sessions.map(({ id, userAgent, ipAddress, usedAt }) => (
              <li key={id}>
                <span>{deviceName(userAgent)}</span>
                <span className="muted whitespace-nowrap text-end">
                  {shortDate(usedAt)}
                  <small>{ipAddress}</small>
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  );
}

function RoleAndAccess({
  person,
  roles,
  wanted,
}: {
  person: Shown["person"];
  roles: RoleOption[];
  wanted: string | null;
}) {
  const name = person.name || contactOf(person);
  const may = useMay();
  if (!may("staff.manage") && !may("customers.erase")) return null;
  return (
    <Panel title="Role and access">
      <May permission="staff.manage">
        <Form method="post" className="office-form" preventScrollReset>
          <input type="hidden" name="intent" value="role" />
          <Select
            label="Role"
            name="role"
            key={`${person.role} ${wanted}`}
            defaultValue={wanted ?? person.role}
            choices={roles}
          />
          <OwnPassword />
          <button type="submit" className="btn btn-secondary">
            Change role
          </button>
        </Form>
        <hr className="border-t border-line mt-4 mb-4" />
      </May>
      <May permission="customers.erase">
        {person.blocked ? (
          <Form method="post" className="office-form" preventScrollReset>
            <input type="hidden" name="intent" value="unblock" />
            <OwnPassword />
            <button type="submit" className="btn btn-secondary wrap-anywhere">
              Let {name} log in again
            </button>
          </Form>
        ) : (
          <Confirm
            id="block-user"
            open={`Block ${name}`}
            openClass="btn btn-danger wrap-anywhere"
            title={`Block ${name}?`}
            text="They are signed out everywhere at once and cannot log in until you let them in again. Their orders stay."
            button="Block"
            fields={{ intent: "block" }}
          >
            <OwnPassword />
          </Confirm>
        )}
      </May>
    </Panel>
  );
}
