import { Confirm } from "../parts/confirm.tsx";
import { OwnPassword } from "../parts/own-password.tsx";

/** Turns off the two-step login of somebody who cannot log in any more. */
export function TwoStepOff({ name }: { name: string }) {
  return (
    <div className="mt-4">
      <Confirm
        id="two-step-off"
        open="Turn off two-step login"
        title={`Turn off the two-step login of ${name}?`}
        text="For somebody who has lost the phone and the recovery codes. Be sure that it is they who ask: afterwards their password alone lets them in, until they set it up again. They are signed out everywhere and told of it."
        button="Turn off"
        fields={{ intent: "two-step-off" }}
      >
        <OwnPassword />
      </Confirm>
    </div>
  );
}
