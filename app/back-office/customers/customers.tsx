import { href, Link, useSearchParams } from "react-router";
import { formatMobile } from "../../../shop/accounts/customer/formats.ts";
import { contactOf } from "../../../shop/accounts/users/users.ts";
import { type CustomerRow, listCustomers } from "../../../shop/customers/list-customers.server.ts";
import { shortDate } from "../../../shop/dates.ts";
import { rupees } from "../../../shop/money.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { servicesContext } from "../../services-context.ts";
import { numberColumn } from "../parts/lists/columns.tsx";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import { listSetup } from "../parts/lists/list-setup.server.ts";
import { May } from "../parts/may.tsx";
import type { Route } from "./+types/customers";
import { customerListOptions, customerQuery } from "./query.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [options, asked] = await Promise.all([
    customerListOptions(services),
    listSetup(services, staffOf(context), "customers", request),
  ]);
  const page = await listPage(asked.request, options.allowed, (address) =>
    listCustomers(services, customerQuery(address, options)),
  );
  return {
    ...page,
    setup: asked.setup,
    tags: options.tags,
    groups: options.groups.map(({ id, name }) => ({ id, name })),
  };
}

const columns: Column<CustomerRow>[] = [
  {
    label: "Customer",
    sort: "name",
    kind: "main",
    whole: ({ name, ...person }) =>
      [name, contactOf(person), person.email !== null && person.phone && formatMobile(person.phone)]
        .filter(Boolean)
        .join(" · "),
    cell: ({ id, name, blocked, ...person }) => (
      <>
        <Link className="link" to={href("/admin/customers/:id", { id })}>
          {name || "Unknown User"}
        </Link>
        {blocked && <span className="badge bad">Blocked</span>}
        <small>
          {contactOf(person)}
          {person.email !== null && person.phone && (
            <>
              {" · "}
              <span className="num whitespace-nowrap">{formatMobile(person.phone)}</span>
            </>
          )}
        </small>
      </>
    ),
  },
  { label: "City", whole: ({ city }) => city, cell: ({ city }) => city },
  { ...numberColumn<CustomerRow>("Orders", ({ orders }) => orders), sort: "orders" },
  { ...numberColumn<CustomerRow>("Spent", ({ spent }) => rupees(spent)), sort: "spent" },
  {
    label: "Last order",
    sort: "last",
    cardLabel: true,
    cell: ({ lastOrderAt }) => (lastOrderAt ? shortDate(lastOrderAt) : "None"),
  },
  {
    label: "Came back",
    whole: cameBack,
    cell: cameBack,
  },
  {
    label: "Tags",
    whole: ({ tags }) => tags.join(", "),
    cell: ({ tags }) =>
      tags.map((tag) => (
        <span key={tag} className="badge info mr-1">
          {tag}
        </span>
      )),
  },
];

function cameBack({ codRefused, returned }: CustomerRow): string {
  const words = [codRefused > 0 && `${codRefused} COD refused`, returned > 0 && `${returned} returned`];
  return words.filter(Boolean).join(", ");
}

const both = (all: string, yes: string, no: string) => [
  { value: "", label: all },
  { value: "yes", label: yes },
  { value: "no", label: no },
];

export default function Customers({ loaderData }: Route.ComponentProps) {
  useLiveUpdates(["people/all", "orders/all"]);
  const { tags, groups, ...list } = loaderData;
  const [params] = useSearchParams();
  return (
    <ListScreen
      title="Customers"
      text="Everybody with an account, what they bought and what is known about them."
      moreActions={
        <>
          <Link className="btn btn-secondary" to={href("/admin/customers/groups")}>
            Groups
          </Link>
          <May permission="customers.export">
            <a className="btn btn-secondary" href={`/admin/customers/export.csv?${params}`} download>
              Export CSV
            </a>
          </May>
        </>
      }
      {...list}
      rowKey={({ id }) => id}
      rowName={(person) => person.name || contactOf(person)}
      empty="No customers found."
      columns={columns}
      tableClass="list-table customers-table"
      search={{ label: "Search customers", placeholder: "Name, email, phone, city or tag" }}
      sorts={[
        { value: "-last", label: "Last order, newest first" },
        { value: "last", label: "Last order, oldest first" },
        { value: "name", label: "Name, A to Z" },
        { value: "-name", label: "Name, Z to A" },
        { value: "-orders", label: "Most orders first" },
        { value: "orders", label: "Fewest orders first" },
        { value: "-spent", label: "Spent, high to low" },
        { value: "spent", label: "Spent, low to high" },
        { value: "-joined", label: "Newest accounts first" },
      ]}
      filters={[
        {
          name: "ordered",
          label: "Orders",
          options: both("With and without orders", "Ordered", "Never ordered"),
        },
        {
          name: "newsletter",
          label: "Newsletter",
          options: both("Newsletter: any", "Gets the newsletter", "No newsletter"),
        },
        {
          name: "group",
          label: "Group",
          options: [
            { value: "", label: "Every group" },
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
          ],
        },
        {
          name: "tag",
          label: "Tag",
          options: [{ value: "", label: "Every tag" }, ...tags.map((tag) => ({ value: tag, label: tag }))],
        },
      ]}
    />
  );
}
