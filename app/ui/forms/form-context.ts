import { createContext, useContext } from "react";
import type { Toast } from "../toast.tsx";

/** Texts by field name. */
export type FieldTexts = Record<string, string>;

/** The answer to every form of the shop that is not a redirect (docs/decisions/0025). */
export type FormAnswer = {
  ok: boolean;
  /** The message as a toast; absent when the screen itself shows the result. */
  toast?: Toast;
  /** The typed values, to show them again; never a password. */
  typed?: FieldTexts;
  /** Errors by field. */
  errors?: FieldTexts;
  /** Lines below the message, such as what was left out. */
  notes?: string[];
  /** What the form would do, in sentences, for what was typed. */
  words?: string[];
};

export const FormContext = createContext<{ typed: FieldTexts; errors: FieldTexts }>({
  typed: {},
  errors: {},
});

/** Whether the form's answer has an error for one of these fields. */
export function useAnyWrong(names: readonly string[]): boolean {
  const { errors } = useContext(FormContext);
  return names.some((name) => errors[name]);
}

/** The value and error of one field in the form's answer. */
export function useFormField(name: string | undefined): {
  typed: string | undefined;
  error: string | undefined;
} {
  const { typed, errors } = useContext(FormContext);
  return { typed: name && typed[name], error: name && errors[name] };
}
