import { Field } from "../../../ui/forms/field.tsx";

/** How a user confirms something that a session left open is not enough for: by the password, or by a new session. */
export function ConfirmIdentity({ isFresh, password }: { isFresh: boolean; password: boolean }) {
  if (isFresh) return null;
  return password ? (
    <Field label="Your password" name="password" type="password" autoComplete="current-password" required />
  ) : (
    <p className="hint">
      For your safety, this works for 15 minutes after you log in. Please log out and in again first.
    </p>
  );
}
