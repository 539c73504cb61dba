import { CircleAlert } from "lucide-react";

/** What is wrong with a group of fields, under it; nothing when nothing is. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p className="field-error" id={id}>
      <CircleAlert className="icon-small" aria-hidden="true" />
      {error}
    </p>
  );
}
