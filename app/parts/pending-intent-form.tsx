import { useEffect, useRef } from "react";
import { Form, useActionData, useSubmit } from "react-router";
import { EmptyState } from "../ui/empty-state.tsx";
import { Notice } from "../ui/notice.tsx";
import type { FormResult } from "./ask-shop.ts";

/**
 * What somebody wanted before signing in. Their own wish is done at once where scripts run; else, and for an address
 * that somebody else sent, it waits for the button.
 */
export function PendingIntentForm({
  action,
  fields,
  own,
  title,
  button,
}: {
  action: string;
  fields: Record<string, string>;
  own: boolean;
  title: string;
  button: string;
}) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const sent = useRef(false);
  // Only what failed comes back here: what was done leads on.
  const failed = useActionData<FormResult>()?.toast;
  useEffect(() => {
    if (!own || sent.current || !form.current) return;
    sent.current = true;
    submit(form.current, { replace: true });
  }, [own, submit]);
  return (
    <EmptyState level={1} title={title}>
      {failed && <Notice tone="wrong" title={failed.title} text={failed.text} />}
      <Form ref={form} method="post" action={action}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className="btn btn-primary">
          {button}
        </button>
      </Form>
    </EmptyState>
  );
}
