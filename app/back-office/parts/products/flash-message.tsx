import { Form } from "react-router";
import { Notice } from "../../../ui/notice.tsx";
import type { Toast } from "../../../ui/toast.tsx";

/** The result message on the page itself, with Undo, for browsers without scripts. */
export function ListFlashMessage({ toast }: { toast: Toast | undefined }) {
  if (!toast) return null;
  return (
    <noscript>
      <Notice tone={toast.tone === "wrong" ? "wrong" : "ok"} title={toast.title} text={toast.text} />
      {toast.undo && (
        <Form method="post" action={toast.undo.action}>
          {Object.entries(toast.undo.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className="btn btn-secondary">
            {toast.undo.label}
          </button>
        </Form>
      )}
    </noscript>
  );
}
