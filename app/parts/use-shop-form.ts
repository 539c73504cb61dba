import { type FormEvent, useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type { FormAnswer } from "../ui/forms/form-context.ts";
import { showToast } from "../ui/toast.tsx";
import { undeliveredForm } from "./messages/undelivered-message.ts";

/**
 * A form that works without scripts (a new page answers) and with them (a toast answers in place). The field
 * `answer=here` tells the server that toasts can be shown. `once`: ignores a second submit until the first is answered,
 * or until the page shows the change, so that a double click acts once. `complete`: adds what stands elsewhere on the
 * page to the form's fields.
 */
export function useShopForm(
  action: string,
  { once, complete }: { once?: "answered" | "shown"; complete?: (fields: FormData) => void } = {},
) {
  const fetcher = useFetcher<FormAnswer>();
  const lastAnswer = useRef<FormAnswer | undefined>(undefined);
  useEffect(() => {
    if (!fetcher.data || fetcher.data === lastAnswer.current) return;
    lastAnswer.current = fetcher.data;
    // Answers with notes are shown by the screen that lists them.
    if (fetcher.data.toast && !fetcher.data.notes?.length) showToast(fetcher.data.toast);
  }, [fetcher.data]);

  /** Submits these fields; resolves after the answer and the revalidation. */
  async function ask(fields: FormData): Promise<void> {
    // An add that is sent again, or waits for a connection, counts once.
    if (fields.get("intent") === "add") fields.set("key", crypto.randomUUID?.() ?? "");
    // Offline, the router would try to load the code of the answering screen and leave the page.
    if (!navigator.onLine) return showToast(await undeliveredForm(action, fields));
    fields.set("answer", "here");
    await fetcher.submit(fields, { method: "post", action });
  }

  return {
    busy: fetcher.state !== "idle",
    /** The pending submission, for optimistic display. */
    sent: fetcher.formData,
    /** The last answer. */
    answer: fetcher.data,
    ask,
    form: {
      method: "post" as const,
      action,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault();
        if (once && fetcher.state === "submitting") return;
        if (once === "shown" && fetcher.state !== "idle") return;
        const { submitter } = event.nativeEvent as SubmitEvent;
        const fields = new FormData(event.currentTarget, submitter);
        complete?.(fields);
        void ask(fields);
      },
    },
  };
}
