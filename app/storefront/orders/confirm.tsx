import { data, Form, href, Link } from "react-router";
import { confirmByLink, linkedConfirmation } from "../../../shop/cod/confirmation.server.ts";
import { rupees } from "../../../shop/money.ts";
import { dueOnDelivery } from "../../../shop/orders/amount-due.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { addHeadMetadata } from "../../http/seo/head-metadata.server.ts";
import { LinkedOrder, linkedOrderOf, UnknownLink } from "../../parts/orders/linked-order.tsx";
import { trackPath } from "../../parts/orders/order-links.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { servicesContext } from "../../services-context.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { Route } from "./+types/confirm";

/** The order of a link to confirm it: its items and sum, and no name or address, because links are passed on. */
export async function loader({ params, context }: Route.LoaderArgs) {
  addHeadMetadata(context, { noIndex: true, noStore: true });
  const linked = await linkedConfirmation(context.get(servicesContext), params.token);
  if (!linked) return data(null, { status: 404 });
  return data({ state: linked.state, due: dueOnDelivery(linked.order), order: linkedOrderOf(linked.order) });
}

/** The page then says what became of it, also when the order was cancelled meanwhile. */
export async function action({ request, params, context }: Route.ActionArgs) {
  await formFields({ request, context });
  const confirmed = await confirmByLink(context.get(servicesContext), params.token);
  const isKnown = confirmed.ok || confirmed.refused !== "not-found";
  return data(null, { status: confirmed.ok ? 200 : isKnown ? 409 : 404 });
}

export default function Confirm({ loaderData: linked, params }: Route.ComponentProps) {
  return (
    <div className="wrap pb-section">
      <PageHead
        title="Confirm your order"
        description="Confirm your order, which you pay on delivery."
        path={href("/confirm/:token", params)}
      />
      {!linked && <UnknownLink />}
      {linked?.state === "open" && (
        <div className="max-w-read grid gap-4 py-5">
          <h1>Confirm order {shortId(linked.order.id)}</h1>
          <LinkedOrder order={linked.order} />
          <p>
            We pack it once you have confirmed it.{" "}
            {linked.due > 0 && `Pay ${rupees(linked.due)} on delivery.`}
          </p>
          <Form method="post">
            <button type="submit" className="btn btn-primary">
              Yes, please send it
            </button>
          </Form>
          <p className="muted">
            You did not order this, or do not want it any more?{" "}
            <Link className="link" to={href("/contact")}>
              Write to us
            </Link>
            , and we do not send it.
          </p>
        </div>
      )}
      {linked && linked.state !== "open" && (
        <NotOpen id={linked.order.id} isConfirmed={linked.state === "confirmed"} />
      )}
    </div>
  );
}

function NotOpen({ id, isConfirmed }: { id: string; isConfirmed: boolean }) {
  const words = isConfirmed
    ? { title: "Confirmed. Thank you!", text: "We are getting your order ready." }
    : { title: "Nothing to confirm", text: "This order needs no confirmation any more." };
  return (
    <EmptyState level={1} {...words}>
      <div className="flex flex-wrap justify-center gap-3">
        <Link className="btn btn-primary" to={trackPath(id)}>
          Track your order
        </Link>
        <Link className="btn btn-secondary" to={href("/contact")}>
          Contact us
        </Link>
      </div>
    </EmptyState>
  );
}
