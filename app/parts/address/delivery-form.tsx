import { type ReactNode, useRef } from "react";
import { useNavigation } from "react-router";
import { addressError } from "../../../shop/accounts/customer/address.ts";
import { deliveryFields } from "../../../shop/delivery/delivery.ts";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { showToast } from "../../ui/toast.tsx";
import * as messages from "../messages/messages.ts";
import { businessFields } from "./business-fields.tsx";
import { useDraft } from "./use-draft.ts";

/**
 * The form around the delivery fields, checked in the browser too; a second submit waits for the answer to the first.
 */
export function DeliveryForm({
  action,
  answer,
  draft,
  children,
}: {
  action: string;
  answer: FormAnswer | undefined;
  /** Storage key of the draft that survives a reload. */
  draft?: string;
  children: (busy: boolean) => ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  useDraft(form, draft, draftFields);
  const navigation = useNavigation();
  const busy = navigation.state !== "idle" && navigation.formData?.get("intent") === "place";
  return (
    <AnswerForm
      ref={form}
      className="with-aside grid gap-8"
      action={action}
      answer={answer}
      check={addressError}
      checkedBy="place"
      onWrong={({ empty }) => showToast(empty ? messages.missingInformation : messages.detailsWrong)}
      onSubmit={(event) => busy && event.preventDefault()}
    >
      {children(busy)}
    </AnswerForm>
  );
}

// The URL keeps the coupon: the cart may have chosen another one since.
const draftFields = [...deliveryFields, "email", ...businessFields];
