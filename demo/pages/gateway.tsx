import {
  type ActionFunctionArgs,
  data,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { formFields } from "../../app/http/forms/form.server.ts";
import { servicesContext } from "../../app/services-context.ts";
import { rupeesExact } from "../../shop/money.ts";
import { payPages } from "../gateway.server.ts";
import { Attempts } from "./gateway/attempts.tsx";
import { gatewayStatusLabels } from "./gateway/labels.ts";

/** The demo's stand-in for Cashfree's payment page. Not available in live mode or with Cashfree keys. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = await gatewayOf(context).payPage(params.paymentSessionId ?? "");
  if (!page) throw data(null, { status: 404 });
  return page;
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const gateway = gatewayOf(context);
  const { paymentSessionId = "" } = params;
  const fields = await formFields({ request, context });
  const paymentId = fields.get("payment");
  const outcome = paymentId
    ? await gateway.decide({ paymentSessionId, paymentId }, fields.get("decide") === "yes")
    : await gateway.choose({ paymentSessionId }, fields.get("choice") ?? "");
  if (!outcome.ok) return data({ refused: outcome.refused }, { status: 400 });
  return redirect(outcome.returnTo ?? href("/"), { status: 303 });
}

function gatewayOf(context: LoaderFunctionArgs["context"]) {
  const { payments, db, clock } = context.get(servicesContext);
  if (payments.online?.mode !== "local") throw data(null, { status: 404 });
  return payPages({ db, clock });
}

export default function DevGateway() {
  const page = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [main, ...trials] = page.choices;
  return (
    <main id="main" className="wrap">
      <title>Pay · Stand-in for Cashfree</title>
      <meta name="robots" content="noindex" />
      <div className="narrow stack">
        <h1>Pay {rupeesExact(page.amount)}</h1>
        <p className="muted">
          This page stands in for Cashfree in the demo shop: no money moves. Order {page.orderId}.
        </p>
        <p role="status">
          {actionData ? "That cannot be done any more. " : ""}
          {gatewayStatusLabels[page.status]}
        </p>
        <Attempts attempts={page.attempts} />
        {page.status === "ACTIVE" && main ? (
          <Form method="post" className="stack" reloadDocument>
            <button type="submit" name="choice" value={main.choice} className="btn btn-primary btn-full">
              {main.label} {rupeesExact(page.amount)}
            </button>
            <h2 className="h3">Or let something else happen</h2>
            {trials.map(({ choice, label, description }) => (
              <p key={choice}>
                <button
                  type="submit"
                  name="choice"
                  value={choice}
                  aria-describedby={`description-${choice}`}
                  className="btn btn-secondary btn-full"
                >
                  {label}
                </button>
                <span id={`description-${choice}`} className="muted">
                  {description}
                </span>
              </p>
            ))}
          </Form>
        ) : (
          <a className="btn btn-primary btn-full" href={page.returnTo ?? href("/")}>
            Back to the shop
          </a>
        )}
      </div>
    </main>
  );
}
