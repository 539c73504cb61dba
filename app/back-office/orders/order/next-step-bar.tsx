import { Form, href, Link } from "react-router";
import type { OrderDetail } from "../../../../shop/order-management/order-detail.server.ts";
import { transitionPrompt } from "../../../../shop/orders/order-steps.ts";
import { shortId } from "../../../../shop/orders/orders.ts";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { nextStep } from "../../parts/lists/status-select.tsx";
import { May, useMay } from "../../parts/may.tsx";
import { refundToDo } from "./money.tsx";

const openStates = ["requested", "approved", "received"];

/**
 * On phones: the usual next step of an order, in reach of the thumb. A step that asks for a reason leads to its form.
 */
export function NextStepBar({ file }: { file: OrderDetail }) {
  const { order, returns, version, untaxed } = file;
  const openReturn = returns.find(({ state }) => openStates.includes(state))?.id ?? null;
  const step = nextStep({ ...order, openReturn, openRefund: refundToDo(file) }, useMay()("orders.refund"));
  if (!step) return null;
  const name = `${step.label}, order ${shortId(order.id)}`;
  const asks = step.to && transitionPrompt({ ...order, untaxed: untaxed.length > 0 }, step.to);
  const link = asks ? `${href("/admin/orders/:id", { id: order.id })}?to=${step.to}#status` : step.link;
  return (
    <May permission="orders.edit">
      <div className="next-step-bar gap-2 print:hidden">
        <a className="btn btn-secondary" href="#status">
          Other status
        </a>
        {link ? (
          // The form takes the asked status only when it is drawn anew.
          <Link className="btn btn-primary grow" to={link} aria-label={name} reloadDocument={Boolean(asks)}>
            {step.label}
          </Link>
        ) : (
          <Form method="post" className="grow" preventScrollReset>
            <HiddenFields fields={{ intent: "status", status: step.to ?? "", seen: order.status, version }} />
            <button type="submit" className="btn btn-primary btn-full" aria-label={name}>
              {step.label}
            </button>
          </Form>
        )}
      </div>
    </May>
  );
}
