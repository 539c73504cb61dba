import { Suspense } from "react";
import { Form } from "react-router";
import { shortDate } from "../../../shop/dates.ts";
import { deviceName } from "../../parts/account/device-name.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { ProfileAnswer } from "./answer.server.ts";
import { ConfirmIdentity } from "./security/confirm-identity.tsx";
import { MyData } from "./security/my-data.tsx";
import { ChangePassword, SetPassword } from "./security/password.tsx";
import { SignInPhone } from "./security/phone.tsx";
import { TwoStep } from "./security/two-step.tsx";
import type { DataOf } from "./tab-data.server.ts";
import { tabAddress } from "./tabs.ts";

/** Lazy: only an account without an email address needs it. */
const AddEmail = lazyPart(() => import("./security/add-email.tsx"));

const here = tabAddress("security");

export default function Security({
  data: { sessions, twoStep, needsTwoStep, password, phone, adding },
  email,
  answer,
}: {
  data: DataOf<"security">;
  email: string | null;
  answer: ProfileAnswer | undefined;
}) {
  const to = (intent: string) => (answer?.typed?.intent === intent ? answer : undefined);
  return (
    <div className="profile-sections grid gap-12">
      <section aria-labelledby="devices">
        <h2 id="devices" className="h3">
          Where you are signed in
        </h2>
        <ul className="rows mb-5">
          {sessions.map(({ id, device, address, since, here: isHere }) => (
            <li key={id} className="flex flex-wrap justify-between gap-2 wrap-anywhere">
              <div>
                <p>
                  <b>{deviceName(device)}</b> {isHere && <span className="badge ok">This device</span>}
                </p>
                <p className="hint">
                  {address && `${address} · `}since <time dateTime={since}>{shortDate(since)}</time>
                </p>
              </div>
              {!isHere && (
                <Form method="post" action={here}>
                  <input type="hidden" name="id" value={id} />
                  <button
                    className="btn btn-secondary"
                    type="submit"
                    name="intent"
                    value="end-session"
                    aria-label={`Sign out ${deviceName(device)}`}
                  >
                    Sign out
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
        <Form method="post" action={here}>
          <button className="btn btn-secondary" type="submit" name="intent" value="sign-out-elsewhere">
            Sign out everywhere else
          </button>
        </Form>
      </section>
      <SignInPhone phone={phone} password={password} removable={email !== null} answerTo={to} />
      {email === null && (
        <Suspense>
          <AddEmail adding={adding} isFresh={phone.isFresh} answerTo={to} />
        </Suspense>
      )}
      {email !== null && (
        <>
          {password ? (
            <ChangePassword email={email} answer={to("password")} />
          ) : (
            <SetPassword email={email} />
          )}
          <TwoStep
            on={twoStep}
            isNeeded={needsTwoStep}
            password={password}
            enrolment={answer?.enrolment}
            answer={to("two-step-begin") ?? to("two-step-confirm") ?? to("two-step-end")}
          />
        </>
      )}
      <MyData
        email={email}
        phone={phone.verified}
        confirm={<ConfirmIdentity isFresh={phone.isFresh} password={password} />}
        answer={to("delete-account")}
      />
    </div>
  );
}
