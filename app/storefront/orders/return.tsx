import { data, href, Link } from "react-router";
import { businessDays, shortDate } from "../../../shop/dates.ts";
import { plural } from "../../../shop/money.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { ordersAwaitingPayoutDetails } from "../../../shop/payments/payout/payout-details.server.ts";
import { returnPage } from "../../../shop/returns/return-page.server.ts";
import { damagePromise } from "../../../shop/settings/policy-words.ts";
import { redirectWithToast } from "../../http/forms/answer.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { userOf } from "../../http/guards.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import * as messages from "../../parts/messages/messages.ts";
import * as returnMessages from "../../parts/messages/return-messages.ts";
import { returnPath, trackPath } from "../../parts/orders/order-links.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { handleReturnForm } from "../../parts/returns/answer.server.ts";
import { ReturnForm } from "../../parts/returns/form.tsx";
import { revalidateRefused } from "../../parts/returns/revalidate.ts";
import { returnWords } from "../../parts/returns/words.ts";
import { useShop } from "../../parts/shop-context.ts";
import { servicesContext } from "../../services-context.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Route } from "./+types/return";
import { ReturnRequests } from "./return/requests.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = userOf(context);
  const services = context.get(servicesContext);
  const [page, awaitPayout] = await Promise.all([
    returnPage(services, params.id, viewer.id),
    ordersAwaitingPayoutDetails(services, viewer.id),
  ]);
  const asksPayout = page !== null && awaitPayout.includes(page.orderId);
  return data({ page, asksPayout }, { status: page ? 200 : 404 });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = userOf(context);
  const sent = await handleReturnForm(context.get(servicesContext), viewer, params.id, { request, context });
  return sent.ok ? redirectWithToast(returnPath(sent.value.orderId), "returnRequested") : sent.answer;
}

export const shouldRevalidate = revalidateRefused;

export default function Return({
  loaderData: { page, asksPayout },
  actionData,
  params,
}: Route.ComponentProps) {
  useLiveUpdates(page ? ["orders"] : []);
  const answer = useLastAnswer(actionData);
  const head = (
    <PageHead
      title="Return or exchange"
      description="Send back what does not fit."
      path={returnPath(params.id)}
    />
  );
  if (!page) {
    return (
      <>
        {head}
        <EmptyState
          level={1}
          tone="wrong"
          title={messages.orderNotFound.title}
          text={messages.orderNotFound.text ?? ""}
          link={{ to: href("/orders"), label: "My Orders" }}
        />
      </>
    );
  }
  const { orderId, window, lines, requests, formKey } = page;
  const some = lines.some(({ left }) => left > 0);
  return (
    <div className="narrow max-w-read pb-section wrap-anywhere">
      {head}
      <h1>Return or exchange</h1>
      <p className="lead">
        Order{" "}
        <Link className="link num" to={trackPath(orderId)}>
          {shortId(orderId)}
        </Link>
      </p>
      <ReturnRequests requests={requests} asksPayout={asksPayout} />
      <Rules page={page} />
      {window?.open && some && (
        <ReturnForm
          // A new form after a request was sent.
          key={requests.length}
          path={returnPath(orderId)}
          lines={lines}
          formKey={formKey}
          answer={answer}
          words={returnWords.customer}
        />
      )}
    </div>
  );
}

/** The return policy as it applies to this order today. */
function Rules({ page }: { page: NonNullable<Route.ComponentProps["loaderData"]["page"]> }) {
  const { isCancelled, window, returnDays, refundDays, lines } = page;
  const { policy } = useShop().shop;
  if (isCancelled) {
    const { title, text } = messages.orderWasCancelled;
    return <Notice tone="warn" title={title} text={text} />;
  }
  if (returnDays === 0)
    return <Notice tone="warn" title={returnMessages.noReturns.title} text={`${damagePromise(policy)}.`} />;
  if (!window) {
    const { title, text } = returnMessages.returnNotDelivered;
    return (
      <Notice tone="warn" title={title} text={`${text} You then have ${plural(returnDays, "day")} for it.`} />
    );
  }
  const until = shortDate(window.lastDay);
  if (!window.open) {
    return (
      <Notice
        tone="warn"
        title={returnMessages.returnTooLate.title}
        text={`Items can be returned within ${plural(returnDays, "day")} of delivery. For this order that was until ${until}.`}
      />
    );
  }
  if (lines.every(({ left }) => left === 0)) {
    return <p className="muted">{returnWords.customer.nothingLeft}</p>;
  }
  const left = window.daysLeft === 0 ? "today is the last day" : `${plural(window.daysLeft, "day")} left`;
  const canExchange = lines.some(({ choices }) => choices.length > 0);
  return (
    <p className="p-4 bg-sunk">
      You can return or exchange until <b>{until}</b> ({left}). Please keep the item unworn, with its tags.
      Money goes back in {businessDays(refundDays)} after the item reaches us.
      {canExchange && " What you choose in exchange is set aside for you at once."}
    </p>
  );
}
