import { href, Link } from "react-router";
import { customerNameOf } from "../../../shop/customers/customer-page.server.ts";
import { listOrders } from "../../../shop/order-management/lists/list-orders.server.ts";
import { readOrderQuery } from "../../../shop/order-management/lists/order-query.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import { servicesContext } from "../../services-context.ts";
import { Notice } from "../../ui/notice.tsx";
import { listSetup } from "../parts/lists/list-setup.server.ts";
import { OrderList } from "../parts/lists/order-list.tsx";
import { EmptyScreen } from "../parts/screen-head.tsx";
import type { Route } from "./+types/list";
import { handleListForm } from "./change-list.server.ts";
import { ConfirmMany } from "./confirm-many.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { setup, request: asked } = await listSetup(services, staffOf(context), "orders", request);
  const query = readOrderQuery(new URL(asked.url).searchParams);
  const [page, customerName] = await Promise.all([
    listOrders(services, query),
    query.customer && customerNameOf(services, query.customer),
  ]);
  return { query, page, setup, customerName };
}

export async function action({ request, context }: Route.ActionArgs) {
  return handleListForm(context.get(servicesContext), staffOf(context), { request, context });
}

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  // A live update must not take away why orders were left as they are, or what is to be confirmed.
  const answer = useLastAnswer(actionData);
  const notes = answer && "notes" in answer ? answer.notes : undefined;
  const ticked = answer && "ticked" in answer ? answer.ticked : [];
  const question = answer && "question" in answer ? answer.question : undefined;
  return (
    <OrderList title="Orders" answer={answer} {...loaderData} ticked={ticked}>
      {question && <ConfirmMany question={question} />}
      {notes && notes.length > 0 && (
        <Notice tone="warn" title="These were left unchanged" text={notes.join(" ")} />
      )}
    </OrderList>
  );
}

export function ErrorBoundary() {
  return (
    <EmptyScreen tone="wrong" title={officeMessages.ordersFetchFailed.title}>
      <Link className="btn btn-primary" to={href("/admin/orders")} reloadDocument>
        Try again
      </Link>
    </EmptyScreen>
  );
}
