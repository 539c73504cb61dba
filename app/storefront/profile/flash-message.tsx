import { useEffect, useState } from "react";
import { messages } from "../../parts/messages/messages.ts";
import { Notice } from "../../ui/notice.tsx";
import { showToast } from "../../ui/toast.tsx";
import type { ProfileFormErrors } from "./form-errors.ts";

/** Why a form was not done: a toast, or a line above the forms where no scripts run. */
export function ProfileFlashMessage({ trouble }: { trouble: ProfileFormErrors | undefined }) {
  const [scripts, setScripts] = useState(false);
  useEffect(() => {
    setScripts(true);
    if (trouble?.said) showToast(messages[trouble.said]);
  }, [trouble]);
  if (scripts || !trouble?.said) return null;
  const { title, text } = messages[trouble.said];
  return <Notice tone="wrong" title={title} text={text} />;
}
