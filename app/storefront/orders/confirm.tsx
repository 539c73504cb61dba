import { data, Form, href, Link } from "react-router";
import { confirmByLink, linkedConfirmation } from "../../../shop/cod/confirmation.server.ts";
import { rupeesExact } from "../../../shop/money.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { addHeadMetadata } from "../../http/seo/head-metadata.server.ts";
import { trackPath } from "../../parts/orders/order-links.ts";
import { Totals } from "../../parts/orders/totals.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { servicesContext } from "../../services-context.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { Route } from "./+types/confirm";

/** The order of a link to confirm it: its items and sum, and no name or address, because links are passed on. */
export async function loader({ params, context }: Route.LoaderArgs) {
  addHeadMetadata(context, { noIndex: true, noStore: true });
  const linked = await linkedConfirmation(context.get(servicesContext), params.token);
  if (!linked) return data(null, { status: 404 });
  const { id, lines, subtotal, discount, shipping, total, couponCode, refunded } = linked.order;
  return data({
    state: linked.state,
    id,
    totals: { subtotal, discount, shipping, total, couponCode, refunded },
    lines: lines.map(({ id: line, name, size, colour, quantity }) => ({
      id: line,
      text: [`${quantity} × ${name}`, colour, size && `Size ${size}`].filter(Boolean).join(", "),
    })),
  });
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
      {!linked && (
        <EmptyState
          level={1}
          tone="wrong"
          title="This link does not work"
          text="Part of the address may be missing. Please open it from the message again."
          link={{ to: href("/shop"), label: "Go to the shop" }}
        />
      )}
      {linked?.state === "open" && (
        <div className="max-w-read grid gap-4 py-5">
          <h1>Confirm order {shortId(linked.id)}</h1>
          <ul>
            {linked.lines.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
          <Totals order={linked.totals} />
          <p>
            We pack it once you have confirmed it. You pay {rupeesExact(linked.totals.total)} to the courier.
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
        <NotOpen id={linked.id} isConfirmed={linked.state === "confirmed"} />
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
