import type { ReactNode } from "react";
import { href } from "react-router";
import { AnswerForm } from "../../../ui/forms/answer-form.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import type { FormAnswer } from "../../../ui/forms/form-context.ts";
import { tabAddress } from "../tabs.ts";

/** Data export and account deletion. */
export function MyData({
  email,
  phone,
  confirm,
  answer,
}: {
  email: string | null;
  phone: string | null;
  /** How the person confirms it in a session that is not new. */
  confirm: ReactNode;
  answer: FormAnswer | undefined;
}) {
  const confirmedBy =
    email === null
      ? { label: "Type your mobile number to confirm", type: "tel", placeholder: phone ?? "" }
      : { label: "Type your email to confirm", type: "email", placeholder: email };
  return (
    <section aria-labelledby="my-data">
      <h2 id="my-data" className="h3">
        My data
      </h2>
      <p>Everything we store about you, as a file that you can read and other software can use.</p>
      <a className="btn btn-secondary" href={href("/profile/my-data")} download="my-data.json">
        Download my data
      </a>
      <details open={answer?.errors !== undefined}>
        <summary className="btn btn-danger">Delete my account</summary>
        <AnswerForm answer={answer} className="stack profile-form pt-2" action={tabAddress("security")}>
          <p>
            Your profile, addresses, cart, wishlist and notifications are deleted at once, and all your
            devices are signed out. Orders stay without your name, and invoices as they were issued, for as
            long as the tax law asks. This cannot be undone.
          </p>
          <Field {...confirmedBy} name="email" autoComplete="off" required />
          {confirm}
          <div>
            <button className="btn btn-danger" type="submit" name="intent" value="delete-account">
              Delete my account for good
            </button>
          </div>
        </AnswerForm>
      </details>
    </section>
  );
}
