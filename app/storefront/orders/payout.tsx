import { data, href, Link } from "react-router";
import { rupeesExact } from "../../../shop/money.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { givePayoutDetails, payoutPage } from "../../../shop/payments/payout/payout-details.server.ts";
import { readPayout } from "../../../shop/payments/payout/payout-form.ts";
import { redirectWithToast, refuseFields } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { userOf } from "../../http/guards.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { payoutMessages } from "../../parts/account/payout-messages.ts";
import * as messages from "../../parts/messages/messages.ts";
import { payoutPath, trackPath } from "../../parts/orders/order-links.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { servicesContext } from "../../services-context.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { Field } from "../../ui/forms/field.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { Notice } from "../../ui/notice.tsx";
import type { Route } from "./+types/payout";

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = userOf(context);
  const page = await payoutPage(context.get(servicesContext), params.id, viewer.id);
  return data({ page }, { status: page ? 200 : 404 });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = userOf(context);
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  if (!(await payoutPage(services, params.id, viewer.id))) return refuseFields({}, 404);
  const read = readPayout(fields);
  if (!read.ok) return refuseFields(read.errors, 400, fields);
  const given = await givePayoutDetails(services, viewer, params.id, read.value);
  if (!given.ok) return refuseFields({}, given.refused === "not-found" ? 404 : 409);
  return redirectWithToast(payoutPath(params.id), "payoutDetailsSaved");
}

const title = "Where should we send your refund?";

export default function Payout({ loaderData: { page }, actionData, params }: Route.ComponentProps) {
  useLiveUpdates(page ? ["orders"] : []);
  const answer = useLastAnswer(actionData);
  const head = (
    <PageHead title={title} description="Your cash refund by UPI or bank." path={payoutPath(params.id)} />
  );
  if (!page?.amount) {
    const { title, text } = page ? payoutMessages.payoutNothingDue : messages.orderNotFound;
    return (
      <>
        {head}
        <EmptyState
          level={1}
          tone={page ? "calm" : "wrong"}
          title={title}
          text={text ?? ""}
          link={{ to: href("/orders"), label: "My Orders" }}
        />
      </>
    );
  }
  const { orderId, amount, given } = page;
  const to = (kind: string) => (answer?.typed?.kind === kind ? answer : undefined);
  return (
    <div className="narrow max-w-read pb-section wrap-anywhere">
      {head}
      <h1>{title}</h1>
      <p className="lead">
        You get a refund for order{" "}
        <Link className="link num" to={trackPath(orderId)}>
          {shortId(orderId)}
        </Link>
        . Tell us where to send <b className="num">{rupeesExact(amount)}</b>. Only the staff who send it can
        see what you enter, and it is deleted once they have.
      </p>
      {given && (
        <Notice
          tone="ok"
          title={`We will send it to: ${given}`}
          text="To change that, enter another below."
        />
      )}
      <UpiForm key={`upi ${given}`} answer={to("upi")} />
      <BankForm key={`bank ${given}`} answer={to("bank")} />
    </div>
  );
}

function UpiForm({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <section className="mt-8" aria-labelledby="by-upi">
      <h2 id="by-upi" className="mb-3">
        By UPI
      </h2>
      <AnswerForm answer={answer}>
        <input type="hidden" name="kind" value="upi" />
        <Field
          label="UPI id"
          name="upi"
          required
          maxLength={140}
          inputMode="email"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          hint="Such as asha@okaxis. Your UPI app shows it."
        />
        <button className="btn btn-primary" type="submit">
          Use this UPI id
        </button>
      </AnswerForm>
    </section>
  );
}

function BankForm({ answer }: { answer: FormAnswer | undefined }) {
  const typed = { required: true, autoComplete: "off", spellCheck: false } as const;
  const number = { ...typed, inputMode: "numeric", maxLength: 30 } as const;
  return (
    <section className="mt-8" aria-labelledby="by-bank">
      <h2 id="by-bank" className="mb-3">
        Or to a bank account
      </h2>
      <AnswerForm answer={answer}>
        <input type="hidden" name="kind" value="bank" />
        <Field label="Account holder's name" name="holder" {...typed} autoComplete="name" maxLength={100} />
        <Field label="Account number" name="account" {...number} />
        <Field label="Account number again" name="again" {...number} />
        <Field
          label="IFSC"
          name="ifsc"
          {...typed}
          maxLength={20}
          autoCapitalize="characters"
          hint="11 letters and digits, such as HDFC0001234. They are on your cheque book."
        />
        <button className="btn btn-primary" type="submit">
          Use this account
        </button>
      </AnswerForm>
    </section>
  );
}
