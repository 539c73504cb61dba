import { Form } from "react-router";
import { AnswerForm } from "../../../ui/forms/answer-form.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import type { FormAnswer } from "../../../ui/forms/form-context.ts";
import { tabAddress } from "../tabs.ts";

const here = tabAddress("security");

export function ChangePassword({ email, answer }: { email: string; answer: FormAnswer | undefined }) {
  const shared = { type: "password", required: true } as const;
  const chosen = { ...shared, autoComplete: "new-password", maxLength: 128 } as const;
  return (
    <section aria-labelledby="password">
      <h2 id="password" className="h3">
        Change password
      </h2>
      <AnswerForm answer={answer} className="stack profile-form" action={here}>
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <Field label="Current password" name="current" autoComplete="current-password" {...shared} />
        <Field
          label="New password"
          name="password"
          minLength={10}
          hint="At least 10 characters. Your other devices will be signed out."
          {...chosen}
        />
        <Field label="New password again" name="again" {...chosen} />
        <div>
          <button className="btn btn-primary" type="submit" name="intent" value="password">
            Change Password
          </button>
        </div>
      </AnswerForm>
    </section>
  );
}

/** For users who signed up with Google: mails a password link to the account's address. */
export function SetPassword({ email }: { email: string }) {
  return (
    <section aria-labelledby="password">
      <h2 id="password" className="h3">
        Password
      </h2>
      <p>
        You log in with Google and have no password yet. With a password you can log in without Google and
        turn on two-step login. We will email a link to {email}. Once the password is set, you will be signed
        out and can log in with it.
      </p>
      <Form method="post" action={here}>
        <button className="btn btn-secondary" type="submit" name="intent" value="password-by-mail">
          Set a password by mail
        </button>
      </Form>
    </section>
  );
}
