import { Suspense } from "react";
import { Link } from "react-router";
import { PhoneField } from "../../../parts/account/phone-field.tsx";
import { AnswerForm } from "../../../ui/forms/answer-form.tsx";
import type { FormAnswer } from "../../../ui/forms/form-context.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { DataOf } from "../tab-data.server.ts";
import { tabAddress } from "../tabs.ts";
import { ConfirmIdentity } from "./confirm-identity.tsx";

/** Lazy: only once a code was sent. */
const PhoneCode = lazyPart(() => import("../../../parts/account/phone-code.tsx"));

const here = tabAddress("security");

type Props = {
  phone: DataOf<"security">["phone"];
  /** Whether the account has a password for confirmation. */
  password: boolean;
  /** Whether the account has another sign-in method, so that the number may be removed. */
  removable: boolean;
  answerTo: (intent: string) => FormAnswer | undefined;
};

/** The sign-in number of the account: none, code sent, or proven. */
export function SignInPhone({ phone, password, removable, answerTo }: Props) {
  const { verified, channels, sent, wait, isDemo, isFresh } = phone;
  if (channels.length === 0 && verified === null) return null;
  const confirm = <ConfirmIdentity isFresh={isFresh} password={password} />;
  return (
    <section aria-labelledby="sign-in-phone">
      <h2 id="sign-in-phone" className="h3">
        Log in with your mobile number
      </h2>
      {verified === null ? (
        <p>Add your number, and a code sent to it logs you in. No password to remember.</p>
      ) : (
        <p>
          A code to <b className="num">{verified}</b> logs you in.
        </p>
      )}
      {sent ? (
        <div className="profile-form">
          <Suspense>
            <PhoneCode
              action={tabAddress("security", { phone: "code" })}
              answer={answerTo("phone-prove") ?? answerTo("phone-ask")}
              sent={sent}
              wait={wait}
              channels={channels}
              isDemo={isDemo}
              intents={{ ask: "phone-ask", enter: "phone-prove" }}
              label="Confirm the number"
            >
              <Link className="link" to={here}>
                Change the number
              </Link>
            </PhoneCode>
          </Suspense>
        </div>
      ) : (
        channels.length > 0 && (
          <AnswerForm answer={answerTo("phone-ask")} className="stack profile-form" action={here}>
            <input type="hidden" name="intent" value="phone-ask" />
            <PhoneField phone="" />
            {confirm}
            <div>
              <button className="btn btn-secondary" type="submit">
                {verified === null ? "Get a code" : "Change to this number"}
              </button>
            </div>
          </AnswerForm>
        )
      )}
      {verified !== null && removable && !sent && (
        <AnswerForm answer={answerTo("phone-remove")} className="stack profile-form" action={here}>
          {confirm}
          <div>
            <button className="btn btn-secondary" type="submit" name="intent" value="phone-remove">
              Remove the number
            </button>
          </div>
        </AnswerForm>
      )}
    </section>
  );
}
