import * as messages from "../../parts/messages/messages.ts";
import { Field } from "../../ui/forms/field.tsx";

/** The texts at the field of a member of staff's own password. */
export const passwordErrors = {
  "sign-in-again": "You logged in more than 15 minutes ago. Please enter your own password.",
  "wrong-password": "The password is incorrect.",
  "too-many-tries": `${messages.tooManyTries.title}. ${messages.tooManyTries.text ?? ""}`.trim(),
};

/** The password of the member of staff, to confirm a change of who may do what. */
export function OwnPassword() {
  return (
    <Field
      label="Your own password"
      name="password"
      type="password"
      autoComplete="current-password"
      hint="Needed when you logged in more than 15 minutes ago."
      optional
    />
  );
}
