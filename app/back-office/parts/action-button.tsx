import type { ReactNode } from "react";
import { Form } from "react-router";

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
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="btn btn-secondary" aria-label={label}>
        {children}
      </button>
    </Form>
  );
}
