import { Link } from "react-router";
import {
  type CouponRow,
  type CouponState,
  couponCounts,
  listCoupons,
} from "../../../shop/coupons/edit-coupon.server.ts";
import { lastMoment, shortDate } from "../../../shop/dates.ts";
import { rupees } from "../../../shop/money.ts";
import { servicesContext } from "../../services-context.ts";
import { numberColumn, stateColumn, stateTabs } from "../parts/lists/columns.tsx";
import type { Column } from "../parts/lists/list.tsx";
import { listPage, oneOf } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import type { Route } from "./+types/coupons";

const states = ["running", "coming", "ended", "off"] as const;
const labels: Record<CouponState, string> = {
  running: "Running",
  coming: "To come",
  ended: "Ended",
  off: "Switched off",
};

export function loader({ request, context }: Route.LoaderArgs) {
  const asked = { sorts: ["-ends"] as const, filters: { state: states }, size: 50 };
  return listPage(request, asked, async ({ q, page, size, filters }) => {
    const state = oneOf(states, filters.state);
    const services = context.get(servicesContext);
    const [{ coupons: rows, more }, counts] = await Promise.all([
      listCoupons(services, { q, state, page, size }),
      couponCounts(services),
    ]);
    return { rows, more, counts };
  });
}

const columns: Column<CouponRow>[] = [
  {
    label: "Code",
    kind: "main",
    cell: ({ code, description }) => (
      <>
        <Link className="link" to={`/admin/coupons/${code}`}>
          {code}
        </Link>
        <span className="muted"> {description}</span>
      </>
    ),
  },
  stateColumn(labels, "running"),
  numberColumn("Off", ({ kind, value }) => (kind === "percent" ? `${value}%` : rupees(value))),
  numberColumn("From", ({ minOrder }) => rupees(minOrder)),
  numberColumn("Used", ({ used, usageLimit }) =>
    usageLimit === null ? String(used) : `${used} of ${usageLimit}`,
  ),
  { label: "To", cardLabel: true, cell: ({ validTo }) => shortDate(lastMoment(validTo)) },
];

export default function Coupons({ loaderData }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Coupons"
      text="Codes that customers enter at checkout."
      actions={
        <Link className="btn btn-primary" to="/admin/coupons/new">
          New coupon
        </Link>
      }
      {...loaderData}
      rowKey={({ code }) => code}
      rowName={({ code }) => code}
      empty="No coupons yet. Make one for first orders, or to bring customers back."
      notFound="No coupons found. Try other words or another tab."
      search={{ label: "Search coupons", placeholder: "Code or words" }}
      tabs={stateTabs(states, labels, loaderData.counts)}
      columns={columns}
    />
  );
}
