import { href } from "react-router";
import { readPeriod, recentPeriods } from "../../../shop/books/period.ts";
import { grouped, plural, rupees } from "../../../shop/money.ts";
import {
  type ReturnedGroup,
  returnedParcels,
} from "../../../shop/order-management/returned-parcels.server.ts";
import { returnedBy } from "../../../shop/orders/parcels.ts";
import { servicesContext } from "../../services-context.ts";
import { numberColumn } from "../parts/lists/columns.tsx";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import { May } from "../parts/may.tsx";
import type { Route } from "./+types/returned";
import { returnedQuery } from "./returned/query.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const now = services.clock.now();
  const months = recentPeriods(now).months.map(({ key, label }) => ({ value: key, label }));
  const query = returnedQuery(new URL(request.url).searchParams, now);
  const { groups, more, all } = await returnedParcels(services, query);
  const filters = { by: returnedBy, month: months.map(({ value }) => value) };
  const allowed = { sorts: ["cost"] as const, filters, size: 200 };
  const page = await listPage(request, allowed, async () => ({ rows: groups, more: false }));
  return { page, by: query.by, months, month: query.month, more, all };
}

const words: Record<(typeof returnedBy)[number], string> = {
  product: "By product",
  pin: "By PIN code",
  courier: "By courier",
  month: "By month",
  why: "By reason",
};

const wordsOf = ({ name }: ReturnedGroup) => readPeriod(name)?.label ?? name;

const columns: Column<ReturnedGroup>[] = [
  { label: "What", kind: "main", whole: wordsOf, cell: wordsOf },
  numberColumn("Parcels", ({ parcels }) => grouped(parcels)),
  numberColumn("Items", ({ units }) => grouped(units)),
  numberColumn("Cost", ({ cost }) => rupees(cost)),
];

export default function ReturnedParcels({ loaderData }: Route.ComponentProps) {
  const { page, months, month, more, all } = loaderData;
  return (
    <ListScreen
      title="Returned parcels"
      tableClass="list-table returned-table"
      text={`${plural(all.parcels, "parcel")} came back or got lost, with ${plural(all.units, "item")}. Costs entered so far: ${rupees(all.cost)}. Returns that a courier picked up are included.${more ? " The list shows the 200 most costly lines; the CSV has all." : ""}`}
      back={{ to: href("/admin/orders"), label: "Orders" }}
      actions={
        <May permission="orders.export">
          <a
            className="btn btn-secondary"
            href={`${href("/admin/parcels/returned.csv")}${month ? `?month=${month}` : ""}`}
            download
          >
            Export CSV
          </a>
        </May>
      }
      {...page}
      rowKey={({ name }) => name}
      rowName={({ name }) => name}
      empty="No parcel has come back."
      columns={columns}
      filters={[
        {
          name: "by",
          label: "Add up",
          options: returnedBy.map((one) => ({ value: one === "product" ? "" : one, label: words[one] })),
        },
        {
          name: "month",
          label: "Month",
          options: [{ value: "", label: "All months" }, ...months],
        },
      ]}
    />
  );
}
