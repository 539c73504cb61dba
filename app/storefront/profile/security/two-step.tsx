import { Suspense } from "react";
import type { Enrolment } from "../../../parts/account/enrolment.tsx";
import { AnswerForm } from "../../../ui/forms/answer-form.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import type { FormAnswer } from "../../../ui/forms/form-context.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { tabAddress } from "../tabs.ts";

/** Lazy: only its setup needs it. */
const EnrolmentSteps = lazyPart(() => import("../../../parts/account/enrolment.tsx"));

const here = tabAddress("security");

/** Two-step login with an authenticator app: off, in setup, on. */
export function TwoStep({
  on,
  isNeeded,
  password,
  enrolment,
  answer,
}: {
  on: boolean;
  /** Whether the role of a member of staff needs it. */
  isNeeded: boolean;
  /** Whether a password is set; it is the first of the two steps. */
  password: boolean;
  enrolment: Enrolment | undefined;
  answer: FormAnswer | undefined;
}) {
  return (
    <section aria-labelledby="two-step">
      <h2 id="two-step" className="h3">
        Two-step login
      </h2>
      {isNeeded && !on && (
        <Notice tone="warn" title="Your role needs it" text="The back office opens once it is on." />
      )}
      {on ? (
        <>
          <p>It is on: after your password, we ask for a code from your authenticator app.</p>
          <PasswordForm answer={answer} intent="two-step-end" button="Turn it off" />
        </>
      ) : !password ? (
        <p>
          An extra layer of security besides your password. Set a password first, then you can turn it on
          here.
        </p>
      ) : enrolment ? (
        <Confirm answer={answer} enrolment={enrolment} />
      ) : (
        <>
          <p>An extra layer of security: after your password, we ask for a code from an app on your phone.</p>
          <PasswordForm answer={answer} intent="two-step-begin" button="Set it up" />
        </>
      )}
    </section>
  );
}

type Answered = { answer: FormAnswer | undefined };

function PasswordForm({ answer, intent, button }: Answered & { intent: string; button: string }) {
  return (
    <AnswerForm answer={answer} className="stack profile-form" action={here}>
      <Field label="Your password" name="password" type="password" autoComplete="current-password" required />
      <div>
        <button className="btn btn-secondary" type="submit" name="intent" value={intent}>
          {button}
        </button>
      </div>
    </AnswerForm>
  );
}

function Confirm({ answer, enrolment }: Answered & { enrolment: Enrolment }) {
  return (
    <AnswerForm answer={answer} className="stack profile-form" action={here}>
      <Suspense>
        <EnrolmentSteps enrolment={enrolment} />
      </Suspense>
      <div>
        <button className="btn btn-primary" type="submit" name="intent" value="two-step-confirm">
          Turn it on
        </button>
      </div>
    </AnswerForm>
  );
}
