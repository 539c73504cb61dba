import { Field } from "../../ui/forms/field.tsx";

/** A new password, typed twice: the fields `password` and `confirm`. */
export function NewPasswordFields({ labels: [password, again] }: { labels: readonly [string, string] }) {
  const shared = { type: "password", autoComplete: "new-password", required: true, maxLength: 128 } as const;
  return (
    <>
      <Field label={password} name="password" hint="At least 10 characters" {...shared} />
      <Field label={again} name="confirm" {...shared} />
    </>
  );
}
