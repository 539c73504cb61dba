import { Link } from "react-router";
import type { UserRow } from "../../../../shop/accounts/users/users.ts";
import { shortDate } from "../../../../shop/dates.ts";
import { InlineSelect } from "../inline-select.tsx";
import { type Column, List } from "../list.tsx";
import type { ListAddress, Paging } from "../list-address.ts";

export const roleOptions = [
  { value: "user", label: "User" },
  { value: "admin", label: "Admin" },
] as const;

export type UsersPage = {
  rows: UserRow[];
  address: ListAddress;
  paging: Paging;
  counts: { all: number; admin: number; user: number };
};

const columns: Column<UserRow>[] = [
  {
    key: "name",
    label: "Name",
    sort: "name",
    kind: "main",
    cell: ({ id, name, email, blocked }) => (
      <>
        <Link className="link" to={`/admin/users/${id}`}>
          {name || "Unknown User"}
        </Link>
        {blocked && <span className="badge bad">Blocked</span>}
        <small>{email}</small>
      </>
    ),
  },
  { key: "phone", label: "Phone", cell: ({ phone }) => <span className="num">{phone ?? "N/A"}</span> },
  {
    key: "role",
    label: "Role",
    cell: ({ id, name, email, role }) => (
      <InlineSelect
        label={`Role of ${name || email}`}
        name="role"
        value={role}
        options={roleOptions}
        fields={{ intent: "role", id }}
        action="/admin/users"
      />
    ),
  },
  { key: "joined", label: "Joined", sort: "joined", cell: ({ joinedAt }) => shortDate(joinedAt) },
];

/** Everybody with an account: on the screen of users and on the dashboard. */
export function UsersTable({ shown }: { shown: UsersPage }) {
  const { rows, address, paging, counts } = shown;
  return (
    <List
      label="Users"
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ name, email }) => name || email}
      address={address}
      paging={paging}
      empty="No users found."
      search={{ label: "Search users", placeholder: "Name, email or phone" }}
      tabs={{
        name: "role",
        tabs: [
          { value: "", label: "All", count: counts.all },
          { value: "admin", label: "Admin", count: counts.admin },
          { value: "user", label: "User", count: counts.user },
        ],
      }}
    />
  );
}
