import { href, Link } from "react-router";
import { formatMobile, readMobile } from "../../../shop/accounts/customer/formats.ts";
import { dateAndTime } from "../../../shop/dates.ts";
import { type ListedDraft, listDrafts } from "../../../shop/draft-orders/drafts.server.ts";
import { grouped } from "../../../shop/money.ts";
import { channelLabels, orderChannels } from "../../../shop/orders/orders.ts";
import { servicesContext } from "../../services-context.ts";
import { numberColumn } from "../parts/lists/columns.tsx";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import type { Route } from "./+types/drafts";

export function loader({ request, context }: Route.LoaderArgs) {
  const asked = { sorts: ["-changed"] as const, filters: {}, size: 50 };
  return listPage(request, asked, ({ q, page, size }) =>
    listDrafts(context.get(servicesContext), { q, page, size }),
  );
}

const columns: Column<ListedDraft>[] = [
  {
    label: "For",
    kind: "main",
    cell: ({ id, name, phone }) => (
      <>
        <Link className="link" to={href("/admin/orders/drafts/:id", { id })}>
          {name || "No name yet"}
        </Link>
        <small className="num">{formatMobile(readMobile(phone) ?? phone)}</small>
      </>
    ),
  },
  numberColumn("Items", ({ units }) => grouped(units)),
  {
    label: "Channel",
    cell: ({ channel }) => channelLabels[orderChannels.find((known) => known === channel) ?? "phone"],
  },
  { label: "Begun by", cardLabel: true, cell: ({ by }) => by || "Somebody" },
  { label: "Changed", cardLabel: true, cell: ({ updatedAt }) => dateAndTime(updatedAt) },
];

export default function Drafts({ loaderData }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Drafts"
      text="Orders that you enter for customers. They keep no stock until they are placed."
      back={{ to: href("/admin/orders"), label: "Orders" }}
      actions={
        <Link className="btn btn-primary" to={href("/admin/orders/new")}>
          New order
        </Link>
      }
      {...loaderData}
      rowKey={({ id }) => id}
      rowName={({ name }) => `draft for ${name || "nobody yet"}`}
      empty="No drafts. Begin a new order, and save it as a draft until the customer is sure."
      notFound="No drafts found. Try other words."
      search={{ label: "Search drafts", placeholder: "Name, phone or email" }}
      columns={columns}
    />
  );
}
