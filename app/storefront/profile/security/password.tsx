import { Form } from "react-router";
import { Field } from "../../../ui/field.tsx";
import { tabAddress } from "../tabs.ts";

const here = tabAddress("security");

export function ChangePassword({ email }: { email: string }) {
  return (
    <section aria-labelledby="password">
      <h2 id="password" className="h3">
        Change password
      </h2>
      <Form className="stack profile-form" method="post" action={here}>
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <Field
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
        />
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={10}
          maxLength={128}
          required
          hint="At least 10 characters. Your other devices will be signed out."
        />
        <Field
          label="New password again"
          name="again"
          type="password"
          autoComplete="new-password"
          maxLength={128}
          required
        />
        <div>
          <button className="btn btn-primary" type="submit" name="intent" value="password">
            Change Password
          </button>
        </div>
      </Form>
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
