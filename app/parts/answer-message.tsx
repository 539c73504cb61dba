import { useEffect, useState } from "react";
import { Form } from "react-router";
import type { FormAnswer } from "../ui/forms/form-context.ts";
import { HiddenFields } from "../ui/forms/hidden-fields.tsx";
import { Notice } from "../ui/notice.tsx";
import { useToast } from "./use-toast.ts";

/** The message of a form's answer: a toast; without scripts on the page itself, with its Undo. */
export function AnswerMessage({ answer }: { answer: Pick<FormAnswer, "toast"> | undefined }) {
  const toast = answer?.toast;
  const [scripts, setScripts] = useState(false);
  useEffect(() => setScripts(true), []);
  useToast(toast);
  if (!toast || scripts) return null;
  return (
    <>
      <Notice tone={toast.tone === "wrong" ? "wrong" : "ok"} title={toast.title} text={toast.text} />
      {toast.undo && (
        <Form method="post" action={toast.undo.action}>
          <HiddenFields fields={toast.undo.fields} />
          <button type="submit" className="btn btn-secondary">
            {toast.undo.label}
          </button>
        </Form>
      )}
    </>
  );
}
