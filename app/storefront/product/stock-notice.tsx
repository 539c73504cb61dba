import { data, Form, href, Link, useNavigation } from "react-router";
import { allowFormSubmission } from "../../../shop/accounts/form-rate-limit.server.ts";
import { productPage } from "../../../shop/catalogue/product.server.ts";
import { requestStockNotice } from "../../../shop/stock-notices/ask-notice.server.ts";
import { Honeypot, honeypotField } from "../../parts/content/honeypot.tsx";
import { messages } from "../../parts/messages/messages.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { servicesContext } from "../../services-context.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Field } from "../../ui/field.tsx";
import { FieldError } from "../../ui/field-error.tsx";
import { Notice } from "../../ui/notice.tsx";
import { formFields } from "../../web/forms/form.server.ts";
import { useLastAnswer } from "../../web/forms/use-last-answer.ts";
import { viewerOf } from "../../web/guards.server.ts";
import { addHeadMetadata } from "../../web/seo/head-metadata.server.ts";
import { clientOf } from "../../web/session/caller.server.ts";
import type { Route } from "./+types/stock-notice";

type NoticeFormErrors = {
  email: string;
  variant: string;
  wrong: { email?: string; variant?: string; form?: string };
};

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
    email: viewer.kind === "customer" ? viewer.email : "",
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = viewerOf(context);
  const fields = await formFields({ request, context });
  if (fields.get(honeypotField)) return { asked: true as const };
  const typed = { email: fields.get("email") ?? "", variant: fields.get("variant") ?? "" };
  const withFormErrors = (wrong: NoticeFormErrors["wrong"], status: number) =>
    data({ asked: false as const, formErrors: { ...typed, wrong } }, { status });
  if (typed.variant === "")
    return withFormErrors({ variant: "Please choose what you would like to be notified about" }, 400);
  if (!(await allowFormSubmission(services, clientOf(request)))) {
    return withFormErrors({ form: messages.tooManyTries.title }, 429);
  }
  const asked = await requestStockNotice(services, viewer, { variantId: typed.variant, email: typed.email });
  if (asked.ok) return { asked: true as const };
  switch (asked.refused) {
    case "email-invalid":
      return withFormErrors({ email: messages.emailInvalid.title }, 400);
    case "there":
      return withFormErrors({ variant: "This one is in stock right now" }, 409);
    case "too-many":
      return withFormErrors({ form: "This email address is already waiting for too many products." }, 429);
    case "not-found":
      return withFormErrors({ variant: "This one is no longer sold" }, 404);
  }
}

export default function ProductNotice({
  loaderData: { product, gone, email },
  actionData,
}: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  if (!product) {
    return (
      <>
        <PageHead title="Product Not Found" description="There is no such product." path={href("/shop")} />
        <EmptyState tone="wrong" level={1} title="Product Not Found" text="There is no such product.">
          <Link className="btn btn-primary" to={href("/shop")}>
            Back to Shop
          </Link>
        </EmptyState>
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
        {answer?.asked ? (
          <Notice tone="ok" title={messages.noticeAsked.title} text={messages.noticeAsked.text} />
        ) : gone.length === 0 ? (
          <Notice tone="ok" title="Everything is in stock" text="You can buy it right now." />
        ) : (
          <NoticeForm gone={gone} email={email} {...(answer && { formErrors: answer.formErrors })} />
        )}
        <Link className="btn btn-secondary btn-full" to={page}>
          Back to the product
        </Link>
      </div>
    </div>
  );
}

type FormProps = { gone: { id: string; name: string }[]; email: string; formErrors?: NoticeFormErrors };

function NoticeForm({ gone, email, formErrors }: FormProps) {
  const busy = useNavigation().state !== "idle";
  const [only] = gone.length === 1 ? gone : [];
  return (
    <Form method="post" className="stack" noValidate>
      <Honeypot />
      {formErrors?.wrong.form && (
        <Notice tone="warn" title={formErrors.wrong.form} text="Please try again later." />
      )}
      {only ? (
        <>
          <input type="hidden" name="variant" value={only.id} />
          {only.name && <p>{only.name}</p>}
          <FieldError id="which-wrong" error={formErrors?.wrong.variant} />
        </>
      ) : (
        <fieldset aria-describedby={formErrors?.wrong.variant ? "which-wrong" : undefined}>
          <legend className="label">Which one would you like?</legend>
          {gone.map(({ id, name }) => (
            <label key={id} className="check">
              <input
                type="radio"
                name="variant"
                value={id}
                defaultChecked={formErrors?.variant === id}
                required
              />
              {name}
            </label>
          ))}
          <FieldError id="which-wrong" error={formErrors?.wrong.variant} />
        </fieldset>
      )}
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        defaultValue={formErrors?.email ?? email}
        error={formErrors?.wrong.email}
        hint="Used for this one email and deleted afterwards."
      />
      <button className="btn btn-primary btn-full" type="submit" disabled={busy}>
        Notify me
      </button>
    </Form>
  );
}
