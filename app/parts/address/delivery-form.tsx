import type { FormEvent, ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import {
  type DeliveryErrors,
  type DeliveryInput,
  deliveryError,
  deliveryFields,
} from "../../../shop/delivery/delivery.ts";
import { showToast } from "../../ui/toast.tsx";
import { messages } from "../messages/messages.ts";
import { useDraft } from "./use-draft.ts";
import { useFieldErrors } from "./use-field-errors.ts";

export type DeliveryFormErrors = { typed: DeliveryInput; errors: DeliveryErrors };

/**
 * The form around the delivery fields. Errors appear when a field is left, and all of them on submit, with the focus
 * on the first; a second submit waits for the answer to the first.
 */
export function DeliveryForm({
  action,
  formErrors,
  className,
  draft,
  children,
}: {
  action: string;
  formErrors: DeliveryFormErrors | undefined;
  className?: string;
  /** Storage key of the draft that survives a reload. */
  draft?: string;
  children: (state: { errors: DeliveryErrors; busy: boolean }) => ReactNode;
}) {
  const { errors, props, checkAll } = useFieldErrors(deliveryFields, fieldError, formErrors?.errors);
  useDraft(props.ref, draft, draftFields);
  const navigation = useNavigation();
  const busy = navigation.state !== "idle" && navigation.formData?.get("intent") === "place";
  return (
    <Form
      {...props}
      className={className}
      method="post"
      action={action}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        const { submitter } = event.nativeEvent as SubmitEvent;
        if (submitter?.getAttribute("value") !== "place") return;
        if (busy) return event.preventDefault();
        const wrong = checkAll(event.currentTarget);
        if (!wrong) return;
        event.preventDefault();
        showToast(wrong.empty ? messages.missingInformation : messages.detailsWrong);
      }}
    >
      {children({ errors, busy })}
    </Form>
  );
}

const draftFields = [...deliveryFields, "coupon"];

function fieldError(field: string, typed: string): string | null {
  const known = deliveryFields.find((one) => one === field);
  return known ? deliveryError(known, typed) : null;
}
