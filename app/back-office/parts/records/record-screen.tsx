import type { ComponentProps, ReactNode } from "react";
import { Confirm } from "../confirm.tsx";
import { EditForm } from "../edit-form.tsx";
import { ScreenHead } from "../screen-head.tsx";

type Props = Omit<ComponentProps<typeof EditForm>, "label" | "cancelTo"> & {
  title: string;
  text?: ReactNode;
  /** The list that it belongs to. */
  back: { to: string; label: string };
  /** Where Cancel leads, when not to the list. */
  cancelTo?: string;
  /** What becomes of other things when it is deleted; absent for a record that cannot be. */
  deletion?: string | false | null | undefined;
  /** Beside the title, before Delete. */
  actions?: ReactNode;
  /** Secondary buttons of the head. */
  moreActions?: ReactNode;
  /** Between head and form. */
  above?: ReactNode;
  /** Below the form: forms of their own, such as a picture's. */
  below?: ReactNode;
};

/** The screen of one record that a list leads to: title, Delete with its question, and the form. */
export function RecordScreen({
  title,
  text,
  back,
  cancelTo = back.to,
  deletion,
  actions,
  moreActions,
  above,
  below,
  ...form
}: Props) {
  return (
    <>
      <ScreenHead title={title} text={text} back={back} more={moreActions}>
        {actions}
        {deletion && (
          <Confirm
            id="delete-record"
            open="Delete"
            title={`Delete ${title}?`}
            text={deletion}
            button="Delete"
            fields={{ intent: "delete" }}
          />
        )}
      </ScreenHead>
      {above}
      <EditForm label={title} cancelTo={cancelTo} {...form} />
      {below}
    </>
  );
}
