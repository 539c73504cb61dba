import { href, Link } from "react-router";
import { PageHead } from "../parts/page-head.tsx";
import { useShop } from "../parts/shop-context.ts";
import { EmptyState } from "../ui/empty-state.tsx";

const path = href("/orders");

export default function Orders() {
  const { viewer } = useShop();
  if (viewer.kind === "user") return <NoOrders />;
  return (
    <>
      <PageHead
        title="My Orders"
        description="Follow, return or exchange what you have ordered."
        path={path}
      />
      <EmptyState
        level={1}
        title="Please log in to view your orders"
        text="You can also follow one order by its id."
      >
        <div className="actions-row">
          <Link className="btn btn-primary" to={`${href("/auth")}?${new URLSearchParams({ next: path })}`}>
            Login
          </Link>
          <Link className="btn btn-secondary" to={href("/track/:id?")}>
            Track Order
          </Link>
        </div>
      </EmptyState>
    </>
  );
}

/** There are no orders before ordering is built. */
function NoOrders() {
  return (
    <>
      <PageHead
        title="My Orders"
        description="Follow, return or exchange what you have ordered."
        path={path}
      />
      <EmptyState level={1} title="No orders yet" text="When you order something, it appears here.">
        <Link className="btn btn-primary" to={href("/shop")}>
          Start Shopping
        </Link>
      </EmptyState>
    </>
  );
}
