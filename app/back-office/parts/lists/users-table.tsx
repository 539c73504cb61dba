import { Link } from "react-router";
import { formatMobile } from "../../../../shop/accounts/customer/formats.ts";
import { contactOf, type UserRow } from "../../../../shop/accounts/users/users.ts";
import { shortDate } from "../../../../shop/dates.ts";
import { useMay } from "../may.tsx";
import { InlineSelect } from "./inline-select.tsx";
import type { Column } from "./list.tsx";
import { ListScreen, type ScreenOfList } from "./list-screen.tsx";
import type { RoleOption, UsersPage } from "./users-list.server.ts";

const columns = (roles: RoleOption[]): Column<UserRow>[] => [
  {
    label: "Name",
    sort: "name",
    kind: "main",
    cell: ({ id, name, blocked, ...person }) => (
      <>
        <Link className="link" to={`/admin/users/${id}`}>
          {name || "Unknown User"}
        </Link>
        {blocked && <span className="badge bad">Blocked</span>}
        <small>{contactOf(person)}</small>
      </>
    ),
  },
  {
    label: "Phone",
    cardLabel: true,
    cell: ({ phone, verifiedPhone }) => (
      <span className="num whitespace-nowrap">{formatMobile(phone ?? verifiedPhone ?? "") || "N/A"}</span>
    ),
  },
  {
    label: "Role",
    cell: (person) => <PersonRole person={person} roles={roles} />,
  },
  { label: "Joined", sort: "joined", cardLabel: true, cell: ({ joinedAt }) => shortDate(joinedAt) },
];

/** Role selector, for staff who manage staff. */
function PersonRole({ person, roles }: { person: UserRow; roles: RoleOption[] }) {
  const { id, name, role } = person;
  if (!useMay()("staff.manage")) return roles.find(({ value }) => value === role)?.label ?? role;
  return (
    <InlineSelect
      label={`Role of ${name || contactOf(person)}`}
      name="role"
      value={role}
      options={roles}
      fields={{ intent: "role", id }}
      action="/admin/users"
    />
  );
}

/** All accounts: on the users screen and the dashboard. */
export function UsersTable({ shown, ...screen }: ScreenOfList & { shown: UsersPage }) {
  const { rows, address, paging, roles, tabs } = shown;
  return (
    <ListScreen
      label="Users"
      {...screen}
      rows={rows}
      columns={columns(roles)}
      tableClass="list-table users-table"
      rowKey={({ id }) => id}
      rowName={(person) => person.name || contactOf(person)}
      address={address}
      paging={paging}
      empty="No users found."
      search={{ label: "Search users", placeholder: "Name, email or phone" }}
      sorts={[
        { value: "-joined", label: "Newest first" },
        { value: "joined", label: "Oldest first" },
        { value: "name", label: "Name, A to Z" },
        { value: "-name", label: "Name, Z to A" },
      ]}
      tabs={{ name: "role", tabs }}
    />
  );
}
