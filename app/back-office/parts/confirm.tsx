import { type ReactNode, type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { changedMeanwhile } from "../../parts/messages/office/office-messages.ts";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { closeSheet, Sheet, SheetButton } from "../../ui/sheet.tsx";
import { showToast } from "../../ui/toast.tsx";
import { NamedForm, useAnswerTo } from "./named-form.tsx";

/**
 * For an action that cannot be undone, or one that asks for more: the button opens a dialog that names the object. The
 * dialog sends `fields` to this screen's action (or to `action`), and stays open while the answer has errors at its
 * fields.
 */
export function Confirm({
  id,
  open,
  openLabel,
  openClass = "btn btn-danger",
  destructive = true,
  title,
  text,
  button,
  fields,
  action,
  gone = "Nothing of what you entered was saved. The page shows how it is now.",
  children,
}: {
  /** Unique on the page. */
  id: string;
  /** Content of the opening button; `openLabel` is its accessible name when it is only an icon. */
  open: ReactNode;
  openLabel?: string;
  openClass?: string;
  /** Whether something is lost by it; else its button is like any that saves. */
  destructive?: boolean;
  /** "Delete Indigo Kurta?" */
  title: string;
  /** The consequence, such as that it is permanent. */
  text: string;
  button: string;
  fields: Record<string, string>;
  action?: string;
  /** Said when a live update takes the dialog away while it is open, because somebody else has done it. */
  gone?: string;
  /** Further fields, such as a reason. */
  children?: ReactNode;
}) {
  const { open: shown, times, onSubmit } = useOpenUntilDone(id, gone);
  return (
    <>
      <SheetButton sheet={id} className={openClass} {...(openLabel && { label: openLabel })}>
        {open}
      </SheetButton>
      <Sheet id={id} title={title} open={shown}>
        <NamedForm
          key={times}
          name={id}
          {...(action && { action })}
          className="grid gap-4"
          onSubmit={onSubmit}
        >
          <p>{text}</p>
          <HiddenFields fields={fields} />
          {children}
          <div className="flex flex-wrap justify-end gap-2">
            <button type="button" className="btn btn-secondary" onClick={() => closeSheet(id)}>
              Cancel
            </button>
            <button type="submit" className={destructive ? "btn btn-danger" : "btn btn-primary"}>
              {button}
            </button>
          </div>
        </NamedForm>
      </Sheet>
    </>
  );
}

/**
 * Closes the dialog once its form is answered, unless a field is wrong. `open`: in the HTML, until scripts run.
 * `times`: how often the form was done; it is empty again after each.
 */
function useOpenUntilDone(id: string, gone: string) {
  const answer = useAnswerTo(id);
  const wrong = Object.keys(answer?.errors ?? {}).length > 0;
  const { key, pathname, search } = useLocation();
  const address = `${pathname}${search}`;
  const busy = useNavigation().state !== "idle";
  const [ready, setReady] = useState(false);
  const [times, setTimes] = useState(0);
  const sent = useRef(false);
  useEffect(() => setReady(true), []);
  const goneNow = useRef(gone);
  useEffect(() => {
    goneNow.current = gone;
  }, [gone]);
  // While the dialog is still in the page. The browser's back button also takes it away, and needs no words.
  useLayoutEffect(() => {
    return () => {
      const dialog = document.getElementById(id);
      const isOpen = dialog instanceof HTMLDialogElement && dialog.open;
      if (!isOpen || sent.current || `${window.location.pathname}${window.location.search}` !== address)
        return;
      showToast({ ...changedMeanwhile, text: goneNow.current });
    };
  }, [id, address]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form is answered by new action data or a new location
  useEffect(() => {
    if (ready && wrong) openAgain(id);
    else if (sent.current) {
      closeSheet(id);
      if (!answer) setTimes((before) => before + 1);
    }
    sent.current = false;
  }, [id, ready, wrong, answer, key]);
  return {
    open: wrong && !ready,
    times,
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      if (busy) event.preventDefault();
      sent.current = true;
    },
  };
}

/** A dialog that is still open stays open. */
function openAgain(id: string) {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}
