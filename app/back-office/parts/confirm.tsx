import type { ReactNode } from "react";
import { Form } from "react-router";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { closeSheet, Sheet, SheetButton } from "../../ui/sheet.tsx";

/**
 * For an action that cannot be undone: the button opens a dialog that names the object and asks for confirmation. The
 * dialog sends `fields` to this screen's action (or to `action`).
 */
export function Confirm({
  id,
  open,
  openLabel,
  openClass = "btn btn-danger",
  title,
  text,
  button,
  fields,
  action,
  children,
}: {
  /** Unique on the page. */
  id: string;
  /** Content of the opening button; `openLabel` is its accessible name when it is only an icon. */
  open: ReactNode;
  openLabel?: string;
  openClass?: string;
  /** "Delete Indigo Kurta?" */
  title: string;
  /** The consequence, such as that it is permanent. */
  text: string;
  button: string;
  fields: Record<string, string>;
  action?: string;
  /** Further fields, such as a reason. */
  children?: ReactNode;
}) {
  return (
    <>
      <SheetButton sheet={id} className={openClass} {...(openLabel && { label: openLabel })}>
        {open}
      </SheetButton>
      <Sheet id={id} title={title}>
        <Form
          method="post"
          {...(action && { action })}
          className="confirm"
          preventScrollReset
          onSubmit={() => closeSheet(id)}
        >
          <p>{text}</p>
          <HiddenFields fields={fields} />
          {children}
          <div className="confirm-buttons">
            <button type="button" className="btn btn-secondary" onClick={() => closeSheet(id)}>
              Cancel
            </button>
            <button type="submit" className="btn btn-danger">
              {button}
            </button>
          </div>
        </Form>
      </Sheet>
    </>
  );
}
