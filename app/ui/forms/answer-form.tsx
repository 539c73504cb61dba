import {
  type ComponentProps,
  type ComponentType,
  type FocusEvent,
  type FormEvent,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { Form } from "react-router";
import { focusInView } from "./focus-in-view.ts";
import { type FieldTexts, type FormAnswer, FormContext } from "./form-context.ts";

/** The error of a field as typed, or null; null for unknown fields. */
export type FieldCheck = (field: string, typed: string) => string | null;

const none: FieldTexts = {};

type Props = Omit<ComponentProps<typeof Form>, "ref"> & {
  /** The answer to the last submit. */
  answer: FormAnswer | undefined;
  /** Checks in the browser too: a field when it is left, all when the form is sent. */
  check?: FieldCheck;
  /** The button (its value) that sends the whole form; others are sent unchecked. Default: all. */
  checkedBy?: string;
  /** Called when the browser's check stops a submit. `empty`: something is missing. */
  onWrong?: (found: { empty: boolean }) => void;
  /** The form of a fetcher, when the answer is for a part of the page. */
  as?: ComponentType<ComponentProps<typeof Form>>;
  ref?: RefObject<HTMLFormElement | null>;
};

/**
 * A form with the answer to its last submit: the fields inside (field.tsx) show their errors and typed values, and the
 * first invalid one gets the focus. Without scripts the page that answers is rendered the same way. While it is sent its
 * button is `aria-disabled`, and a second press does nothing: a disabled button would lose the focus of the keyboard.
 */
export function AnswerForm({ answer, check, checkedBy, onWrong, as: Sent = Form, ref, ...form }: Props) {
  const own = useRef<HTMLFormElement>(null);
  const element = ref ?? own;
  const [errors, setErrors] = useState(answer?.errors ?? none);
  useEffect(() => {
    const wrong = answer?.errors ?? none;
    setErrors(wrong);
    focusFirstWrong(element.current, wrong);
  }, [answer, element]);
  return (
    <FormContext value={{ typed: answer?.typed ?? {}, errors }}>
      <Sent
        method="post"
        className="stack"
        noValidate
        {...form}
        {...(check && checking(check, errors, setErrors))}
        ref={element}
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          const { submitter } = event;
          if (submitter?.getAttribute("aria-disabled") === "true") return event.preventDefault();
          form.onSubmit?.(event);
          if (!check || event.defaultPrevented) return;
          if (checkedBy !== undefined && submitter?.getAttribute("value") !== checkedBy) return;
          const { found, empty } = checkAll(event.currentTarget, check);
          setErrors(found);
          if (Object.keys(found).length === 0) return;
          event.preventDefault();
          focusFirstWrong(event.currentTarget, found);
          onWrong?.({ empty });
        }}
      />
    </FormContext>
  );
}

/** Errors appear when a field is left, and disappear once the value is valid. */
function checking(
  check: FieldCheck,
  errors: FieldTexts,
  setErrors: (change: (errors: FieldTexts) => FieldTexts) => void,
) {
  const put = (field: string, fault: string | null) =>
    setErrors(({ [field]: _, ...others }) => (fault ? { ...others, [field]: fault } : others));
  return {
    onBlur({ target, relatedTarget }: FocusEvent<HTMLFormElement>) {
      // Removing a message while a button is being pressed would move the button away from the pointer.
      if (relatedTarget instanceof HTMLButtonElement || !target.name) return;
      const fault = check(target.name, String(target.value));
      // Tabbing through an empty field is not an error yet.
      if (fault && target.value === "" && !errors[target.name]) return;
      put(target.name, fault);
    },
    onInput({ target }: FormEvent<HTMLFormElement>) {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
      if (errors[target.name] && !check(target.name, target.value)) put(target.name, null);
    },
  };
}

function checkAll(form: HTMLFormElement, check: FieldCheck): { found: FieldTexts; empty: boolean } {
  const found: FieldTexts = {};
  let empty = false;
  for (const [field, typed] of new FormData(form)) {
    const fault = check(field, String(typed));
    if (!fault) continue;
    found[field] = fault;
    empty ||= String(typed).trim() === "";
  }
  return { found, empty };
}

/** The first in document order; the error of a group leads to its first control. */
function focusFirstWrong(form: HTMLFormElement | null, errors: FieldTexts) {
  for (const control of form?.elements ?? []) {
    const name = control.getAttribute("name");
    if (!name || !errors[name] || control.getAttribute("type") === "hidden") continue;
    const target =
      control instanceof HTMLFieldSetElement
        ? control.querySelector("input:enabled, select:enabled")
        : control;
    if (target instanceof HTMLElement) return focusInView(target);
  }
}
