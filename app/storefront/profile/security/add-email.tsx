import { Link } from "react-router";
import { AnswerForm } from "../../../ui/forms/answer-form.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import type { FormAnswer } from "../../../ui/forms/form-context.ts";
import { tabAddress } from "../tabs.ts";

const here = tabAddress("security");

/**
 * For accounts created with a mobile number: adds an email address, proven by a code. `adding`: the address that a code
 * was sent to.
 */
export default function AddEmail({
  adding,
  isFresh,
  answerTo,
}: {
  adding: string | null;
  isFresh: boolean;
  answerTo: (intent: string) => FormAnswer | undefined;
}) {
  return (
    <section aria-labelledby="add-email">
      <h2 id="add-email" className="h3">
        Add your email
      </h2>
      <p>
        For news about your orders, and to get in if you lose your phone. With it you can also set a password
        and turn on two-step login.
      </p>
      {adding === null ? (
        <AnswerForm answer={answerTo("email-ask")} className="stack profile-form" action={here}>
          <Field label="Email" name="email" type="email" autoComplete="email" required maxLength={254} />
          {!isFresh && (
            <p className="hint">
              For your safety, this works for 15 minutes after you log in. Please log out and in again first.
            </p>
          )}
          <div>
            <button className="btn btn-secondary" type="submit" name="intent" value="email-ask">
              Send me a code
            </button>
          </div>
        </AnswerForm>
      ) : (
        <AnswerForm
          answer={answerTo("email-add")}
          className="stack profile-form"
          action={tabAddress("security", { email: adding })}
        >
          <p>
            We have sent a code to <b>{adding}</b>.{" "}
            <Link className="link" to={here}>
              Use another email
            </Link>
          </p>
          <input type="hidden" name="email" value={adding} />
          <Field
            label="Code from the email"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={12}
          />
          <div>
            <button className="btn btn-secondary" type="submit" name="intent" value="email-add">
              Confirm the email
            </button>
          </div>
        </AnswerForm>
      )}
    </section>
  );
}
