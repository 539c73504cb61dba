import { CircleAlert } from "lucide-react";

/** Error below a group of fields; renders nothing without one. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p className="field-error" id={id}>
      <CircleAlert className="icon-small" aria-hidden="true" />
      {error}
    </p>
  );
}
