import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData } from "react-router";
import { redirectWithToast, refuseFields } from "../../app/http/forms/answer.server.ts";
import { formFields } from "../../app/http/forms/form.server.ts";
import { originOf } from "../../app/http/origin.server.ts";
import { servicesContext } from "../../app/services-context.ts";
import { AnswerForm } from "../../app/ui/forms/answer-form.tsx";
import { Field } from "../../app/ui/forms/field.tsx";
import { localGoogle } from "../google.server.ts";

/** The demo's stand-in for Google's sign-in page: asks which identity to use. Not available in live mode. */
export function loader({ context }: LoaderFunctionArgs) {
  if (!context.get(servicesContext).identity.googleStaysHere()) throw data(null, { status: 404 });
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { identity, site, db, clock } = context.get(servicesContext);
  if (!identity.googleStaysHere()) throw data(null, { status: 404 });
  const fields = await formFields({ request, context });
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const answer = await localGoogle({ db, clock }).answer(originOf(site, request), query, {
    email: fields.get("email") ?? "",
    name: fields.get("name") ?? "",
    agreed: fields.get("intent") === "continue",
  });
  if (answer) return redirectWithToast(answer);
  const wrong = "This request does not come from the shop, or the address is none.";
  return refuseFields({ email: wrong }, 400, fields);
}

export default function DevGoogle() {
  const actionData = useActionData<typeof action>();
  return (
    <main id="main" className="wrap">
      <title>Sign in · Stand-in for Google</title>
      <meta name="robots" content="noindex" />
      <div className="narrow stack">
        <h1>Sign in to Campus Style</h1>
        <p className="muted">
          This page stands in for Google in the demo shop. Nothing leaves this machine: say who you want to
          be.
        </p>
        <AnswerForm answer={actionData} reloadDocument>
          <Field label="Email" name="email" type="email" autoComplete="email" maxLength={254} />
          <Field label="Name" name="name" autoComplete="name" maxLength={100} />
          <button type="submit" name="intent" value="continue" className="btn btn-primary btn-full">
            Continue
          </button>
          <button type="submit" name="intent" value="cancel" className="btn btn-secondary btn-full">
            Cancel
          </button>
        </AnswerForm>
      </div>
    </main>
  );
}
