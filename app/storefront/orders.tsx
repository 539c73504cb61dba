import { href, Link } from "react-router";
import { pastOrdersOf } from "../../shop/customers/import/import-people.server.ts";
import { plural } from "../../shop/money.ts";
import { orderCount, ordersOf } from "../../shop/orders/read-orders.server.ts";
import { ordersAwaitingPayoutDetails } from "../../shop/payments/payout/payout-details.server.ts";
import { returnsOfOrders } from "../../shop/returns/read-returns.server.ts";
import { formResponse } from "../http/forms/answer.server.ts";
import { formFields } from "../http/forms/form.server.ts";
import { userOf, viewerOf } from "../http/guards.server.ts";
import { useLiveUpdates } from "../http/live/use-live-updates.ts";
import { callerOf } from "../http/session/caller.server.ts";
import { orderViews } from "../parts/orders/order-views.server.ts";
import { PastOrders } from "../parts/orders/past-orders.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { servicesContext } from "../services-context.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import type { Route } from "./+types/orders";
import { handleOrderForm } from "./orders/change.server.ts";
import { OrderCard } from "./orders/order-card.tsx";

const path = href("/orders");
const pageSize = 20;
const maxPages = 50;

/** Newest first; each page adds twenty (?page=2 shows forty). Guests are asked to sign in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context);
  if (viewer.kind === "guest") return null;
  const services = context.get(servicesContext);
  const asked = Number(new URL(request.url).searchParams.get("page"));
  const page = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), maxPages) : 1;
  const [orders, count, awaitPayout, past] = await Promise.all([
    ordersOf(services, viewer.id, page * pageSize),
    orderCount(services, viewer.id),
    ordersAwaitingPayoutDetails(services, viewer.id),
    viewer.email === null ? [] : pastOrdersOf(services, viewer.email),
  ]);
  const returns = await returnsOfOrders(
    services,
    orders.map(({ id }) => id),
  );
  return {
    page,
    returns,
    count,
    awaitPayout,
    past,
    orders: await orderViews(services, orders),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = userOf(context);
  const caller = callerOf(request, services.site);
  const fields = await formFields({ request, context });
  const outcome = await handleOrderForm(services, viewer, fields, caller);
  return formResponse(fields, outcome, path, caller.origin.startsWith("https:"));
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  useLiveUpdates(loaderData ? ["orders"] : []);
  return (
    <>
      <PageHead
        title="My Orders"
        description="Track, return or exchange what you have ordered."
        path={path}
      />
      {loaderData === null ? <SignedOut /> : <OrderList {...loaderData} />}
    </>
  );
}

type Listed = NonNullable<Route.ComponentProps["loaderData"]>;

function OrderList({ orders, returns, awaitPayout, count, page, past }: Listed) {
  if (count === 0 && past.length === 0) return <NoOrders />;
  return (
    <div className="wrap pb-section">
      <div className="printed-head">
        <div>
          <h1>My Orders</h1>
          <p className="badge info mt-1" role="status">
            {plural(count, "order")}
          </p>
        </div>
      </div>
      <div className="block-border mb-3" aria-hidden="true" />
      <ul className="rows">
        {orders.map((order) => (
          <OrderCard
            key={order.id}
            order={order}
            returns={returns.filter(({ orderId }) => orderId === order.id)}
            asksPayout={awaitPayout.includes(order.id)}
          />
        ))}
      </ul>
      {count > orders.length && page < maxPages && (
        <p className="pt-4 text-center">
          <Link className="btn btn-secondary" to={`${path}?page=${page + 1}`} preventScrollReset>
            Show older orders
          </Link>
        </p>
      )}
      {past.length > 0 && (
        <section className="mt-6" aria-labelledby="past">
          <h2 id="past" className="h3">
            Earlier orders
          </h2>
          <p className="muted">From before we moved to this shop.</p>
          <PastOrders orders={past} />
        </section>
      )}
    </div>
  );
}

function NoOrders() {
  return (
    <EmptyState
      level={1}
      title="No orders yet"
      text="When you order something, it appears here."
      link={{ to: href("/shop"), label: "Start Shopping" }}
    />
  );
}

function SignedOut() {
  return (
    <EmptyState
      level={1}
      title="Please log in to view your orders"
      text="You can also track an order by its ID."
    >
      <div className="flex flex-wrap justify-center gap-3">
        <Link className="btn btn-primary" to={`${href("/auth")}?${new URLSearchParams({ next: path })}`}>
          Login
        </Link>
        <Link className="btn btn-secondary" to={href("/track/:id?")}>
          Track Order
        </Link>
      </div>
    </EmptyState>
  );
}
