import { Link } from "react-router";
import { Notice } from "../../ui/notice.tsx";
import { confirmationPath } from "./order-links.ts";
import type { OrderView } from "./order-view.ts";

/** That an order waits for its customer to confirm it, and how. The link itself proves that its address is read. */
export function ToConfirm({ order }: { order: Pick<OrderView, "id" | "toConfirm"> }) {
  if (order.toConfirm === null) return null;
  if (order.toConfirm === "link")
    return (
      <Notice
        tone="warn"
        title="Please confirm your order"
        text="Open the link that we have sent you, by email or to your phone. We pack your order once you have confirmed it."
      />
    );
  return (
    <Notice tone="warn" title="Please confirm your order">
      <p>
        We pack it once you have entered the code that we send to your phone.{" "}
        <Link className="link" to={confirmationPath(order.id)}>
          Enter the code
        </Link>
      </p>
    </Notice>
  );
}
