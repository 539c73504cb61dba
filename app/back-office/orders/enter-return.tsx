import { data, href } from "react-router";
import { shortDate } from "../../../shop/dates.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { returnPage } from "../../../shop/returns/return-page.server.ts";
import { maxAnswerLength } from "../../../shop/returns/returns.ts";
import { redirectWithToast } from "../../http/forms/answer.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { handleReturnForm } from "../../parts/returns/answer.server.ts";
import { ReturnForm } from "../../parts/returns/form.tsx";
import { revalidateRefused } from "../../parts/returns/revalidate.ts";
import { returnWords } from "../../parts/returns/words.ts";
import { servicesContext } from "../../services-context.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/enter-return";
import { toldMessage } from "./told.server.ts";

/** A return or an exchange that staff enter for a customer who rang up or wrote. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const page = await returnPage(services, params.id);
  if (!page) throw data(null, { status: 404 });
  const isTold = (await toldMessage(services, page.orderId, "returnEntered")) === "returnEntered";
  return { page, isTold };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const sent = await handleReturnForm(services, staffOf(context), params.id, { request, context });
  if (!sent.ok) return sent.answer;
  const { id, orderId } = sent.value;
  return redirectWithToast(
    `${href("/admin/orders/:id", { id: orderId })}#return-${id}`,
    await toldMessage(services, orderId, "returnEntered"),
  );
}

export const shouldRevalidate = revalidateRefused;

export default function EnterReturn({ loaderData: { page, isTold }, actionData }: Route.ComponentProps) {
  const { orderId, lines, formKey, window } = page;
  useLiveUpdates([`order/${orderId}`]);
  const answer = useLastAnswer(actionData);
  const isLeft = lines.some(({ left }) => left > 0);
  return (
    <>
      <ScreenHead
        title={`Return or exchange, order ${shortId(orderId)}`}
        text={
          isTold
            ? "The customer is told, and it waits for approval like a request of their own."
            : "It waits for approval like a request of the customer's own. No email goes out for this order: please make sure that the customer knows."
        }
        back={{ to: href("/admin/orders/:id", { id: orderId }), label: `Order ${shortId(orderId)}` }}
      />
      {!window && (
        <Notice
          tone="warn"
          title="This order has not been delivered"
          text="A return can be entered once it has. Until then, cancel it, or take its parcel back."
        />
      )}
      {window && !isLeft && <Notice tone="warn" title={returnWords.staff.nothingLeft} />}
      {window && isLeft && (
        <Panel title="Request" className="max-w-read wrap-anywhere">
          <ReturnForm
            path={href("/admin/orders/:id/return", { id: orderId })}
            lines={lines}
            formKey={formKey}
            answer={answer}
            words={returnWords.staff}
          >
            {!window.open && (
              <Field
                label="Why is it taken back after the return window?"
                name="lateReason"
                required
                maxLength={maxAnswerLength}
                hint={`The window ended on ${shortDate(window.lastDay)}. Only staff see the reason.`}
              />
            )}
          </ReturnForm>
        </Panel>
      )}
    </>
  );
}
