import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import {
  type DeliveryErrors,
  type DeliveryTyped,
  deliveryFields,
  deliveryTrouble,
} from "../../../shop/delivery/delivery.ts";
import { showToast } from "../../ui/toast.tsx";
import { messages } from "../messages.ts";

export type DeliveryTrouble = { typed: DeliveryTyped; errors: DeliveryErrors };

/**
 * The form around the fields of a delivery. Faults show after a field is left and all of them when it is sent, with
 * the focus on the first; a second press waits for the answer to the first.
 */
export function DeliveryForm({
  action,
  trouble,
  className,
  children,
}: {
  action: string;
  trouble: DeliveryTrouble | undefined;
  className?: string;
  children: (state: { errors: DeliveryErrors; busy: boolean }) => ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<DeliveryErrors>(trouble?.errors ?? {});
  const navigation = useNavigation();
  const busy = navigation.state !== "idle" && navigation.formData?.get("intent") === "place";
  useEffect(() => {
    if (!trouble) return;
    setErrors(trouble.errors);
    focusFirst(form.current, trouble.errors);
  }, [trouble]);

  function check({ target, relatedTarget }: FocusEvent<HTMLFormElement>) {
    // A message that goes while a button is being pressed would move the button away from under the finger.
    if (relatedTarget instanceof HTMLButtonElement) return;
    const field = deliveryFields.find((one) => one === target.name);
    if (!field) return;
    const fault = deliveryTrouble(field, String(target.value));
    // A field that was only passed through is not wrong yet.
    if (fault && target.value === "" && !errors[field]) return;
    setErrors(({ [field]: _, ...others }) => (fault ? { ...others, [field]: fault } : others));
  }

  function checkAll(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.getAttribute("value") !== "place") return;
    if (busy) return event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const found: DeliveryErrors = {};
    let empty = false;
    for (const field of deliveryFields) {
      const typed = String(fields.get(field) ?? "");
      const fault = deliveryTrouble(field, typed);
      if (fault) found[field] = fault;
      if (fault && typed.trim() === "") empty = true;
    }
    setErrors(found);
    if (Object.keys(found).length === 0) return;
    event.preventDefault();
    showToast(empty ? messages.missingInformation : messages.detailsWrong);
    focusFirst(event.currentTarget, found);
  }

  return (
    <Form
      ref={form}
      className={className}
      method="post"
      action={action}
      noValidate
      onBlur={check}
      onSubmit={checkAll}
    >
      {children({ errors, busy })}
    </Form>
  );
}

/** The first in the order of the screen, not of the rules. */
function focusFirst(form: HTMLFormElement | null, errors: DeliveryErrors) {
  const wrong: Partial<Record<string, string>> = errors;
  for (const control of form?.elements ?? []) {
    const name = control.getAttribute("name");
    if (control instanceof HTMLElement && name && wrong[name]) return control.focus();
  }
}
