import { useEffect, useState } from "react";
import { messages } from "../../parts/messages/messages.ts";
import { Notice } from "../../ui/notice.tsx";
import { showToast } from "../../ui/toast.tsx";
import type { ProfileFormErrors } from "./form-errors.ts";

/** The error message: a toast, or a line above the forms without scripts. */
export function ProfileFlashMessage({ formErrors }: { formErrors: ProfileFormErrors | undefined }) {
  const [scripts, setScripts] = useState(false);
  useEffect(() => {
    setScripts(true);
    if (formErrors?.message) showToast(messages[formErrors.message]);
  }, [formErrors]);
  if (scripts || !formErrors?.message) return null;
  const { title, text } = messages[formErrors.message];
  return <Notice tone="wrong" title={title} text={text} />;
}
