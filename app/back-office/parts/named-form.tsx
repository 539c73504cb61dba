import { type ComponentProps, useEffect, useLayoutEffect, useRef } from "react";
import { useActionData, useLocation, useNavigation } from "react-router";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { changedMeanwhile } from "../../parts/messages/office/office-messages.ts";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { showToast } from "../../ui/toast.tsx";

/**
 * One of several forms of a screen: it shows only its own answer. When a live update takes it away while something is
 * typed, it says what. `name`: unique on the page.
 */
export function NamedForm({
  name,
  children,
  onInput,
  onSubmit,
  ...form
}: Omit<ComponentProps<typeof AnswerForm>, "answer" | "ref"> & { name: string }) {
  const answer = useAnswerTo(name);
  const { ref, isTyped } = useTypedUntilGone(answer);
  return (
    <AnswerForm
      className="office-form"
      preventScrollReset
      {...form}
      answer={answer}
      ref={ref}
      onInput={(event) => {
        isTyped.current = true;
        onInput?.(event);
      }}
      onSubmit={(event) => {
        isTyped.current = false;
        onSubmit?.(event);
      }}
    >
      <input type="hidden" name="form" value={name} />
      {children}
    </AnswerForm>
  );
}

function useTypedUntilGone(answer: FormAnswer | undefined) {
  const ref = useRef<HTMLFormElement>(null);
  const isTyped = useRef(false);
  const isLeaving = useRef(false);
  const { pathname, search } = useLocation();
  const address = `${pathname}${search}`;
  const busy = useNavigation().state !== "idle";
  useEffect(() => {
    // Refused, and shown again as typed.
    if (answer) isTyped.current = true;
  }, [answer]);
  useEffect(() => {
    isLeaving.current = busy;
  }, [busy]);
  useLayoutEffect(() => {
    const form = ref.current;
    // A dialog says it itself. Own acts and the browser's back button need no words.
    if (!form || form.closest("dialog")) return;
    return () => {
      const isHere = `${window.location.pathname}${window.location.search}` === address;
      const fields = fieldsOf(form);
      if (!isTyped.current || isLeaving.current || !isHere || fields.length === 0) return;
      const texts = fields.flatMap((field) => (field instanceof HTMLSelectElement ? [] : field.value || []));
      const typed = texts.length > 0 ? ` You had typed: ${texts.join(", ")}` : "";
      showToast({ ...changedMeanwhile, text: `It was not saved; the page shows how it is now.${typed}` });
    };
  }, [address]);
  return { ref, isTyped };
}

/** What a person fills in, without passwords. */
function fieldsOf(form: HTMLFormElement) {
  return [
    ...form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
      "select, textarea, input:not([type=hidden], [type=password], [type=file])",
    ),
  ];
}

/** The refusal of this screen's form of that name, with what was typed. It survives live updates. */
export function useAnswerTo(name: string): FormAnswer | undefined {
  const answer = useLastAnswer(useActionData<FormAnswer>());
  return answer?.typed?.form === name ? answer : undefined;
}
