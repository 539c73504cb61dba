import { createContext, useContext } from "react";
import type { Toast } from "../toast.tsx";

/** Texts by field name. */
export type FieldTexts = Record<string, string>;

/** What every form of the shop is answered with, when it is not a redirect (docs/decisions/0025). */
export type FormAnswer = {
  ok: boolean;
  /** The message as a toast; absent where the screen itself shows the result. */
  toast?: Toast;
  /** What was typed, to show it again; never a password. */
  typed?: FieldTexts;
  /** What is wrong, by field. */
  errors?: FieldTexts;
  /** Lines below the message, such as what was left out. */
  notes?: string[];
};

export const FormContext = createContext<{ typed: FieldTexts; errors: FieldTexts }>({
  typed: {},
  errors: {},
});

/** Whether the form's answer finds fault with one of these fields. */
export function useAnyWrong(names: readonly string[]): boolean {
  const { errors } = useContext(FormContext);
  return names.some((name) => errors[name]);
}

/** What the form's answer says about one field. */
export function useFormField(name: string | undefined): {
  typed: string | undefined;
  error: string | undefined;
} {
  const { typed, errors } = useContext(FormContext);
  return { typed: name && typed[name], error: name && errors[name] };
}
