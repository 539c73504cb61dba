import { data, href, Link, useNavigation } from "react-router";
import { z } from "zod";
import { allowFormSubmission } from "../../../shop/accounts/form-rate-limit.server.ts";
import { productPage } from "../../../shop/catalogue/product.server.ts";
import { requestStockNotice } from "../../../shop/stock-notices/ask-notice.server.ts";
import { filledField, readForm } from "../../../shop/text/read-form.ts";
import { refuseFields } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { viewerOf } from "../../http/guards.server.ts";
import { addHeadMetadata } from "../../http/seo/head-metadata.server.ts";
import { clientOf } from "../../http/session/caller.server.ts";
import { Honeypot, honeypotField } from "../../parts/content/honeypot.tsx";
import * as contactMessages from "../../parts/messages/contact-messages.ts";
import * as messages from "../../parts/messages/messages.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { servicesContext } from "../../services-context.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { Field, FieldError, FieldGroup } from "../../ui/forms/field.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { Notice } from "../../ui/notice.tsx";
import type { Route } from "./+types/stock-notice";

/** The sold-out variants of a product, for a one-time back-in-stock mail. `gone` is empty when none is sold out. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = viewerOf(context);
  addHeadMetadata(context, { noIndex: true });
  const product = await productPage(services, params.id, { staff: false });
  if (!product) return data({ product: null, gone: [], email: "" }, { status: 404 });
  const gone = product.variants.flatMap(({ id, size, colour, stock }) =>
    stock > 0 ? [] : [{ id, name: [colour?.name, size].filter(Boolean).join(", ") }],
  );
  return {
    product: { name: product.name, slug: product.slug },
    gone,
    email: (viewer.kind === "customer" && viewer.email) || "",
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = viewerOf(context);
  const fields = await formFields({ request, context });
  if (fields.get(honeypotField)) return { ok: true };
  const tooMany = (title: string) =>
    refuseFields({}, 429, fields, { toast: { title, text: "Please try again later." } });
  const read = readForm(noticeForm, fields);
  if (!read.ok) return refuseFields(read.errors, 400, fields);
  if (!(await allowFormSubmission(services, clientOf(request)))) return tooMany(messages.tooManyTries.title);
  const asked = await requestStockNotice(services, viewer, {
    variantId: read.value.variant,
    email: read.value.email,
  });
  if (asked.ok) return { ok: true };
  switch (asked.refused) {
    case "email-invalid":
      return refuseFields({ email: messages.emailInvalid.title }, 400, fields);
    case "there":
      return refuseFields({ variant: "This one is in stock right now" }, 409, fields);
    case "too-many":
      return tooMany("This email address is already waiting for too many products.");
    case "not-found":
      return refuseFields({ variant: "This one is no longer sold" }, 404, fields);
  }
}

const noticeForm = z.object({
  variant: filledField("Please choose what you would like to be notified about"),
  email: z.string(),
});

export default function ProductNotice({
  loaderData: { product, gone, email },
  actionData,
}: Route.ComponentProps) {
  const answer: FormAnswer | undefined = useLastAnswer(actionData);
  if (!product) {
    return (
      <>
        <PageHead title="Product Not Found" description="There is no such product." path={href("/shop")} />
        <EmptyState
          tone="wrong"
          level={1}
          title="Product Not Found"
          text="There is no such product."
          link={{ to: href("/shop"), label: "Back to Shop" }}
        />
      </>
    );
  }
  const page = href("/product/:id?", { id: product.slug });
  return (
    <div className="wrap narrow">
      <PageHead
        title={`Notify me: ${product.name}`}
        description="One email when it is back in stock."
        path={page}
      />
      <h1>Notify me</h1>
      <p className="lead">
        One mail when{" "}
        <Link className="link" to={page}>
          {product.name}
        </Link>{" "}
        can be bought again, and nothing else.
      </p>
      <div className="stack">
        {answer?.ok ? (
          <Notice
            tone="ok"
            title={contactMessages.noticeAsked.title}
            text={contactMessages.noticeAsked.text}
          />
        ) : gone.length === 0 ? (
          <Notice tone="ok" title="Everything is in stock" text="You can buy it right now." />
        ) : (
          <NoticeForm gone={gone} email={email} answer={answer} />
        )}
        <Link className="btn btn-secondary btn-full" to={page}>
          Back to the product
        </Link>
      </div>
    </div>
  );
}

type FormProps = { gone: { id: string; name: string }[]; email: string; answer: FormAnswer | undefined };

function NoticeForm({ gone, email, answer }: FormProps) {
  const busy = useNavigation().state !== "idle";
  const [only] = gone.length === 1 ? gone : [];
  return (
    <AnswerForm answer={answer}>
      <Honeypot />
      {answer?.toast && <Notice tone="warn" title={answer.toast.title} text={answer.toast.text} />}
      {only ? (
        <>
          <input type="hidden" name="variant" value={only.id} />
          {only.name && <p>{only.name}</p>}
          <FieldError id="which-wrong" error={answer?.errors?.variant} />
        </>
      ) : (
        <FieldGroup name="variant" legend={<legend className="label">Which one would you like?</legend>}>
          {gone.map(({ id, name }) => (
            <label key={id} className="check">
              <input
                type="radio"
                name="variant"
                value={id}
                defaultChecked={answer?.typed?.variant === id}
                required
              />
              {name}
            </label>
          ))}
        </FieldGroup>
      )}
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        defaultValue={email}
        hint="Used for this one email and deleted afterwards."
      />
      <button className="btn btn-primary btn-full" type="submit" aria-disabled={busy}>
        Notify me
      </button>
    </AnswerForm>
  );
}
