import type { ReactNode } from "react";
import { Form, useSubmit } from "react-router";

/** Lists that change the address: at once with scripts, by the button without. Text fields wait for the enter key. */
export function ApplyForm({
  action,
  className,
  children,
}: {
  action: string;
  className: string;
  children: ReactNode;
}) {
  const submit = useSubmit();
  return (
    <Form
      method="get"
      action={action}
      className={className}
      preventScrollReset
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) {
          void submit(event.currentTarget, { preventScrollReset: true });
        }
      }}
    >
      {children}
      <noscript>
        <button className="btn btn-secondary btn-medium" type="submit">
          Apply
        </button>
      </noscript>
    </Form>
  );
}
