import { Form } from "react-router";
import { Field } from "../../../ui/field.tsx";
import { tabAddress } from "../tabs.ts";

const here = tabAddress("security");

/** Changing the password; or for who signs in with Google only, a link by mail that sets the first one. */
export function Password({ has, email }: { has: boolean; email: string }) {
  return (
    <section aria-labelledby="password">
      <h2 id="password" className="h3">
        {has ? "Change password" : "Password"}
      </h2>
      {has ? <ChangeForm email={email} /> : <SetForm email={email} />}
    </section>
  );
}

function SetForm({ email }: { email: string }) {
  return (
    <>
      <p>
        You log in with Google and have no password here. To have one as well, let us send a link to{" "}
        <b>{email}</b>. Setting the password signs you out everywhere; then log in with it, or with Google as
        before.
      </p>
      <Form method="post" action={here}>
        <button className="btn btn-primary" type="submit" name="intent" value="set-password">
          Set a password
        </button>
      </Form>
    </>
  );
}

function ChangeForm({ email }: { email: string }) {
  return (
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
        hint="At least 10 characters. Your other devices are signed out."
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
  );
}
