import { type FormEvent, useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { showToast, type Toast } from "../ui/toast.tsx";

/** What a small form gets back from the server: something to say. */
export type ShopAnswer = { ok: boolean; toast: Toast };

/**
 * A form that works without scripts (a whole page answers) and with them (a toast answers in place).
 * The field `answer=here` tells the server that a toast can be shown. `quiet`: only refusals are said. `once`: a second
 * press waits for the answer to the first, so that a double click does not do it twice.
 */
export function useAskShop(
  action: string,
  { quiet = false, once = false }: { quiet?: boolean; once?: boolean } = {},
) {
  const fetcher = useFetcher<ShopAnswer>();
  const heard = useRef<ShopAnswer | undefined>(undefined);
  useEffect(() => {
    if (!fetcher.data || fetcher.data === heard.current) return;
    heard.current = fetcher.data;
    if (!quiet || !fetcher.data.ok) showToast(fetcher.data.toast);
  }, [fetcher.data, quiet]);
  return {
    busy: fetcher.state !== "idle",
    /** What was sent and is not answered yet, so that a screen can show it as done already. */
    sent: fetcher.formData,
    form: {
      method: "post" as const,
      action,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault();
        if (once && fetcher.state !== "idle") return;
        const { submitter } = event.nativeEvent as SubmitEvent;
        const fields = new FormData(event.currentTarget, submitter);
        fields.set("answer", "here");
        fetcher.submit(fields, { method: "post", action });
      },
    },
  };
}
