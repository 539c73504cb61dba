import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";

type Errors = Partial<Record<string, string>>;

/**
 * Client-side validation of a form. Errors appear when a field is left and, for all fields, on submit, with the focus
 * on the first; they disappear once the value is valid. In: the fields, the validator of one field, and the server's
 * errors of the last submit.
 */
export function useFieldErrors(
  fields: readonly string[],
  faultOf: (field: string, typed: string) => string | null,
  answered: Errors | undefined,
) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>(answered ?? {});
  useEffect(() => {
    if (!answered) return;
    setErrors(answered);
    focusFirst(form.current, answered);
  }, [answered]);
  const put = (field: string, fault: string | null) =>
    setErrors(({ [field]: _, ...others }) => (fault ? { ...others, [field]: fault } : others));
  return {
    errors,
    props: {
      ref: form,
      noValidate: true,
      onBlur({ target, relatedTarget }: FocusEvent<HTMLFormElement>) {
        // Removing a message while a button is being pressed would move the button away from the pointer.
        if (relatedTarget instanceof HTMLButtonElement || !fields.includes(target.name)) return;
        const fault = faultOf(target.name, String(target.value));
        // Tabbing through an empty field is not an error yet.
        if (fault && target.value === "" && !errors[target.name]) return;
        put(target.name, fault);
      },
      onInput({ target }: FormEvent<HTMLFormElement>) {
        if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
        if (errors[target.name] && !faultOf(target.name, target.value)) put(target.name, null);
      },
    },
    /** Validates the whole form; null when it is valid. */
    checkAll(sent: HTMLFormElement): { empty: boolean } | null {
      const typed = new FormData(sent);
      const found: Errors = {};
      let empty = false;
      for (const field of fields) {
        const value = String(typed.get(field) ?? "");
        const fault = faultOf(field, value);
        if (fault) found[field] = fault;
        if (fault && value.trim() === "") empty = true;
      }
      setErrors(found);
      if (Object.keys(found).length === 0) return null;
      focusFirst(sent, found);
      return { empty };
    },
  };
}

/** The first in document order. */
function focusFirst(form: HTMLFormElement | null, errors: Errors) {
  for (const control of form?.elements ?? []) {
    const name = control.getAttribute("name");
    if (control instanceof HTMLElement && name && errors[name]) return control.focus();
  }
}
