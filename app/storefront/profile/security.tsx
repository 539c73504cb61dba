import { Form } from "react-router";
import { shortDate } from "../../../shop/dates.ts";
import { Field } from "../../ui/field.tsx";
import { deviceName } from "./security/device-name.ts";
import { MyData } from "./security/my-data.tsx";
import { TwoStep } from "./security/two-step.tsx";
import type { DataOf } from "./tab-data.server.ts";
import { tabAddress } from "./tabs.ts";
import type { Trouble } from "./trouble.ts";

const here = tabAddress("security");

export function Security({
  data: { sessions, twoStep },
  email,
  trouble,
}: {
  data: DataOf<"security">;
  email: string;
  trouble: Trouble | undefined;
}) {
  return (
    <div className="profile-sections">
      <section aria-labelledby="devices">
        <h2 id="devices" className="h3">
          Where you are signed in
        </h2>
        <ul className="profile-list">
          {sessions.map(({ id, device, address, since, here: isHere }) => (
            <li key={id}>
              <div>
                <p>
                  <b>{deviceName(device)}</b> {isHere && <span className="badge ok">This device</span>}
                </p>
                <p className="hint">
                  {address && `${address} · `}since <time dateTime={since}>{shortDate(since)}</time>
                </p>
              </div>
            </li>
          ))}
        </ul>
        <Form method="post" action={here}>
          <button className="btn btn-secondary" type="submit" name="intent" value="sign-out-elsewhere">
            Sign out everywhere else
          </button>
        </Form>
      </section>
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
      </section>
      <TwoStep on={twoStep} enrolment={trouble?.enrolment} />
      <MyData email={email} />
    </div>
  );
}
