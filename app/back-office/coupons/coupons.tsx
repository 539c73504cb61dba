import { Link } from "react-router";
import { type CouponState, listCoupons } from "../../../shop/coupons/edit-coupon.server.ts";
import { shortDate } from "../../../shop/dates.ts";
import { rupees } from "../../../shop/money.ts";
import { servicesContext } from "../../services-context.ts";
import { List } from "../parts/list.tsx";
import { pagesOf, readListAddress } from "../parts/list-address.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/coupons";

const states = ["running", "coming", "ended", "off"] as const;
const labels: Record<CouponState, string> = {
  running: "Running",
  coming: "To come",
  ended: "Ended",
  off: "Switched off",
};
const size = 50;

export async function loader({ request, context }: Route.LoaderArgs) {
  const address = readListAddress(new URL(request.url).searchParams, {
    sorts: ["-ends"],
    filters: { state: states },
  });
  const state = states.find((each) => each === address.filters.state) ?? "";
  const { q, page } = address;
  const { coupons, more } = await listCoupons(context.get(servicesContext), { q, state, page, size });
  return { address, coupons, paging: pagesOf(page, size, more) };
}

export default function Coupons({ loaderData: { address, coupons, paging } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHead title="Coupons" text="Codes that customers enter at checkout.">
        <Link className="btn btn-primary" to="/admin/coupons/new">
          New coupon
        </Link>
      </ScreenHead>
      <List
        label="Coupons"
        rows={coupons}
        rowKey={({ code }) => code}
        rowName={({ code }) => code}
        address={address}
        paging={paging}
        empty="No coupons yet."
        search={{ label: "Search coupons", placeholder: "Code or words" }}
        tabs={{
          name: "state",
          tabs: [{ value: "", label: "All" }, ...states.map((value) => ({ value, label: labels[value] }))],
        }}
        columns={[
          {
            key: "code",
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
          {
            key: "state",
            label: "Status",
            cell: ({ state }) => (
              <span className={`badge ${state === "running" ? "ok" : "info"}`}>{labels[state]}</span>
            ),
          },
          {
            key: "off",
            label: "Off",
            kind: "number",
            cardLabel: true,
            cell: ({ kind, value }) => (kind === "percent" ? `${value}%` : rupees(value)),
          },
          {
            key: "least",
            label: "From",
            kind: "number",
            cardLabel: true,
            cell: ({ minOrder }) => rupees(minOrder),
          },
          {
            key: "used",
            label: "Used",
            kind: "number",
            cardLabel: true,
            cell: ({ used, usageLimit }) => (usageLimit === null ? String(used) : `${used} of ${usageLimit}`),
          },
          { key: "to", label: "To", cardLabel: true, cell: ({ validTo }) => shortDate(validTo) },
        ]}
      />
    </>
  );
}
