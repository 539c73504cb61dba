import { useEffect, useRef } from "react";
import { Form, useActionData, useSubmit } from "react-router";
import { useLastAnswer } from "../http/forms/use-last-answer.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import type { FormAnswer } from "../ui/forms/form-context.ts";
import { HiddenFields } from "../ui/forms/hidden-fields.tsx";
import { Notice } from "../ui/notice.tsx";

/**
 * Ids of intents that were submitted without a click. Not a ref: while the next page is slow its placeholder unmounts
 * this screen, and when the navigation ends the screen briefly mounts again.
 */
const submitted = new Set<string>();

/**
 * Completes what a guest wanted before signing in. With scripts the user's own intent is submitted at once; without
 * scripts, or for an intent from a foreign link, it waits for the button.
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
  const id = fields.pending ?? "";
  // Only a failure returns here; success redirects.
  const failed = useLastAnswer(useActionData<FormAnswer>())?.toast;
  useEffect(() => {
    if (!own || submitted.has(id) || !form.current) return;
    submitted.add(id);
    submit(form.current, { replace: true });
  }, [own, id, submit]);
  return (
    <EmptyState level={1} title={title}>
      {failed && <Notice tone="wrong" title={failed.title} text={failed.text} />}
      <Form ref={form} method="post" action={action}>
        <HiddenFields fields={fields} />
        <button type="submit" className="btn btn-primary">
          {button}
        </button>
      </Form>
    </EmptyState>
  );
}
