import { Form, href, Link } from "react-router";
import type { OrderDetail } from "../../../../shop/order-management/order-detail.server.ts";
import { transitionPrompt } from "../../../../shop/orders/order-steps.ts";
import { shortId } from "../../../../shop/orders/orders.ts";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { nextStep } from "../../parts/lists/status-select.tsx";
import { useMay } from "../../parts/may.tsx";
import { refundToDo } from "./money.tsx";

const openStates = ["requested", "approved", "received"];

/** The usual next step of an order, for viewers who may take it: the step of its row in the list. */
function useNextStep(file: OrderDetail) {
  const may = useMay();
  const openReturn = file.returns.find(({ state }) => openStates.includes(state))?.id ?? null;
  const untaxed = file.untaxed.length > 0;
  const { order, parcelToDecide } = file;
  const facts = { ...order, untaxed, openReturn, openRefund: refundToDo(file), parcelToDecide };
  const step = nextStep(facts, may("orders.refund"));
  return may("orders.edit") ? step : null;
}

/** The primary action of wide screens, beside the title. Phones have `NextStepBar`. */
export function NextStepAction({ file }: { file: OrderDetail }) {
  const step = useNextStep(file);
  return step && <NextStepButton file={file} step={step} className="next-step-action" />;
}

/** On phones: the same step in reach of the thumb. */
export function NextStepBar({ file }: { file: OrderDetail }) {
  const step = useNextStep(file);
  if (!step) return null;
  return (
    <div className="next-step-bar gap-2 print:hidden">
      <a className="btn btn-secondary" href="#status">
        Other status
      </a>
      <NextStepButton file={file} step={step} className="grow" />
    </div>
  );
}

/** Takes the step; one that asks for a reason leads to its form. */
function NextStepButton({
  file: { order, version, untaxed },
  step,
  className,
}: {
  file: OrderDetail;
  step: NonNullable<ReturnType<typeof nextStep>>;
  className: string;
}) {
  const name = `${step.label}, order ${shortId(order.id)}`;
  const asks = step.to && transitionPrompt({ ...order, untaxed: untaxed.length > 0 }, step.to);
  const link = asks ? `${href("/admin/orders/:id", { id: order.id })}?to=${step.to}#status` : step.link;
  // The form takes the asked status only when it is drawn anew.
  if (link)
    return (
      <Link
        className={`btn btn-primary ${className}`}
        to={link}
        aria-label={name}
        reloadDocument={Boolean(asks)}
      >
        {step.label}
      </Link>
    );
  return (
    <Form method="post" className={className} preventScrollReset>
      <HiddenFields fields={{ intent: "status", status: step.to ?? "", seen: order.status, version }} />
      <button type="submit" className="btn btn-primary btn-full" aria-label={name}>
        {step.label}
      </button>
    </Form>
  );
}
