import type { ComponentProps } from "react";
import { useActionData } from "react-router";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";

/** One of several forms of a screen: it shows only its own answer. `name`: unique on the page. */
export function NamedForm({
  name,
  children,
  ...form
}: Omit<ComponentProps<typeof AnswerForm>, "answer"> & { name: string }) {
  return (
    <AnswerForm className="office-form" preventScrollReset {...form} answer={useAnswerTo(name)}>
      <input type="hidden" name="form" value={name} />
      {children}
    </AnswerForm>
  );
}

/** The refusal of this screen's form of that name, with what was typed. It survives live updates. */
export function useAnswerTo(name: string): FormAnswer | undefined {
  const answer = useLastAnswer(useActionData<FormAnswer>());
  return answer?.typed?.form === name ? answer : undefined;
}
