import type { ReactNode } from "react";
import { Form } from "react-router";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";

/** A form with one button, for an action that can be undone. `label` is the accessible name. */
export function ActionButton({
  fields,
  label,
  children,
}: {
  fields: Record<string, string>;
  label: string;
  children: ReactNode;
}) {
  return (
    <Form method="post" preventScrollReset>
      <HiddenFields fields={fields} />
      <button type="submit" className="btn btn-secondary" aria-label={label}>
        {children}
      </button>
    </Form>
  );
}
