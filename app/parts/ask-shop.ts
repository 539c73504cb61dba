import { type FormEvent, useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { showToast, type Toast } from "../ui/toast.tsx";
import { undeliveredMessage } from "./messages/undelivered-message.ts";

/** What a small form gets back from the server: something to say, unless the screen itself shows what was done. */
export type FormResult = { ok: boolean; toast?: Toast; notes?: string[] };

/**
 * A form that works without scripts (a whole page answers) and with them (a toast answers in place).
 * The field `answer=here` tells the server that a toast can be shown. `once`: a second press waits for the answer to
 * the first, so that a double click does not do it twice.
 */
export function useShopForm(action: string, { once = false }: { once?: boolean } = {}) {
  const fetcher = useFetcher<FormResult>();
  const lastAnswer = useRef<FormResult | undefined>(undefined);
  useEffect(() => {
    if (!fetcher.data || fetcher.data === lastAnswer.current) return;
    lastAnswer.current = fetcher.data;
    // What comes with notes is shown by the screen that lists them.
    if (fetcher.data.toast && !fetcher.data.notes?.length) showToast(fetcher.data.toast);
  }, [fetcher.data]);

  /** Sends these fields; done when they are answered and the page is read again. */
  async function ask(fields: FormData): Promise<void> {
    // The router would first fetch the code of the screen that answers, and leave the page when it cannot.
    if (!navigator.onLine) return showToast(undeliveredMessage(action, fields.get("intent")));
    fields.set("answer", "here");
    await fetcher.submit(fields, { method: "post", action });
  }

  return {
    busy: fetcher.state !== "idle",
    /** What was sent and is not answered yet, so that a screen can show it as done already. */
    sent: fetcher.formData,
    /** The last answer. */
    answer: fetcher.data,
    ask,
    form: {
      method: "post" as const,
      action,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault();
        if (once && fetcher.state !== "idle") return;
        const { submitter } = event.nativeEvent as SubmitEvent;
        void ask(new FormData(event.currentTarget, submitter));
      },
    },
  };
}
