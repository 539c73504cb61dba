import { type ComponentProps, type ReactNode, useId } from "react";
import { dateAndTime } from "../../../shop/dates.ts";
import { Field } from "../../ui/forms/field.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { type EditedRecord, type EditField, EditForm } from "../parts/edit-form.tsx";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";

type Authored = { by: string; at: Date };

/** The state of a published thing, as its screen shows it. */
export type PublishState = {
  /** Whether there is a default text, which is shown until staff publish their own. */
  hasDefault: boolean;
  /** `own`: visitors see what staff wrote. */
  live: (Authored & { own: boolean }) | null;
  scheduled: Authored | null;
  draft: Authored | null;
  versions: Version[];
};

type Version = Authored & {
  id: number;
  number: number;
  liveAt: Date;
  is: "live" | "scheduled" | "earlier" | "cancelled";
  /** Null: the default text, or nothing. */
  texts: { label: string; text: string }[] | null;
};

type Props = {
  title: string;
  text?: ReactNode;
  back: { to: string; label: string };
  fields: readonly EditField[];
  record: EditedRecord;
  state: PublishState;
  /** Where visitors see it; null: nowhere. */
  seenAt: string | null;
  answer: FormAnswer | undefined;
  /** What the default is called. */
  defaultName?: string;
  /** Who gets what is published, as a sentence begins. */
  readers?: string;
  /** Below the form, such as the placeholders. */
  children?: ReactNode;
  /** Above its state, such as links to others of its kind. */
  above?: ReactNode;
} & Pick<ComponentProps<typeof EditForm>, "more" | "encType">;

/** The screen of one published thing, of any kind: its state, its form, its versions. */
export function PublishScreen(props: Props) {
  const { title, text, back, fields, record, state, seenAt, answer, above, children, more, encType } = props;
  const { defaultName = "default text", readers = "Visitors see" } = props;
  const { version } = record;
  const told = { state, version, defaultName, readers };
  return (
    <>
      <ScreenHead title={title} text={text} back={back}>
        {seenAt && (
          <a className="btn btn-secondary" href={seenAt}>
            See it in the shop
          </a>
        )}
        {state.live?.own && <TakeBack {...told} />}
      </ScreenHead>
      {above}
      <Status {...told} />
      <EditForm
        label={title}
        fields={fields}
        record={record}
        answer={answer}
        button="Save draft"
        cancelTo={back.to}
        {...(more && { more })}
        encType={encType}
      >
        <PublishButtons />
      </EditForm>
      {children}
      <Versions {...told} />
    </>
  );
}

type Told = { state: PublishState; version: string; defaultName: string; readers: string };

function TakeBack({ state: { hasDefault }, version, defaultName, readers }: Told) {
  const words = hasDefault ? `Back to the ${defaultName}` : "Take it down";
  return (
    <Confirm
      id="take-back"
      open={words}
      openClass="btn btn-secondary"
      title={`${words}?`}
      text={
        hasDefault
          ? `${readers} it at once. Your own stays among the versions.`
          : "Visitors do not see it any more. Its text stays here as a draft."
      }
      button={words}
      fields={{ intent: "restore", id: "", version }}
    />
  );
}

function Status({ state, version, defaultName, readers }: Told) {
  const { live, hasDefault, scheduled, draft } = state;
  const isLeft = live?.own === true || hasDefault || scheduled !== null;
  const shown = live?.own
    ? `Published by ${live.by} on ${dateAndTime(live.at)}.`
    : hasDefault
      ? `${readers} the ${defaultName}.`
      : "Not published: visitors do not see it.";
  return (
    <div className="panel flex flex-wrap items-center justify-between gap-3 px-4 py-3 mb-4" role="status">
      <div className="grid gap-1">
        <p>{shown}</p>
        {scheduled && (
          <p>
            <b>Goes live on {dateAndTime(scheduled.at)}</b>, scheduled by {scheduled.by}.
          </p>
        )}
        {draft && (
          <p>
            <b>{isLeft ? `Draft differs from what ${readers.toLowerCase()}.` : "Draft."}</b> Saved by{" "}
            {draft.by} on {dateAndTime(draft.at)}.
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {scheduled && (
          <ActionButton fields={{ intent: "cancel", version }} label="Cancel scheduled publishing">
            Cancel scheduled publishing
          </ActionButton>
        )}
        {draft && <Discard isLeft={isLeft} version={version} readers={readers} />}
      </div>
    </div>
  );
}

/** `isLeft`: without the draft there is what readers see now, or what is scheduled; else the draft is all there is. */
function Discard({ isLeft, version, readers }: { isLeft: boolean } & Pick<Told, "version" | "readers">) {
  const words = isLeft ? "Discard draft" : "Delete";
  return (
    <Confirm
      id="discard"
      open={words}
      openClass={isLeft ? "btn btn-secondary" : "btn btn-danger"}
      title={isLeft ? "Discard the draft?" : "Delete it?"}
      text={
        isLeft
          ? `${readers} the same as now. The changes of the draft are gone.`
          : "It is not published, and what stands here is all there is of it. This cannot be undone."
      }
      button={words}
      fields={{ intent: "discard", version }}
    />
  );
}

/** Buttons of the form beside "Save draft": each saves what stands in the form. */
function PublishButtons() {
  const heading = useId();
  return (
    <section className="panel px-4 py-3 grid gap-3" aria-labelledby={heading}>
      <h2 id={heading}>Publish</h2>
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn btn-secondary" name="intent" value="preview">
          Preview
        </button>
        <button type="submit" className="btn btn-secondary" name="intent" value="publish">
          Publish now
        </button>
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Publish at (Indian time)" name="publishAt" type="datetime-local" />
        <button type="submit" className="btn btn-secondary" name="intent" value="schedule">
          Schedule
        </button>
      </div>
    </section>
  );
}

/** What {{placeholders}} mean, and what they are now. */
export function Placeholders({
  rows,
  text = "They stand for facts of the settings, and change with them. Lists need a paragraph of their own.",
}: {
  rows: { name: string; means: string; now: string }[];
  text?: string;
}) {
  return (
    <Panel title="Placeholders">
      <p className="muted mb-3">{text}</p>
      <dl className="grid gap-3">
        {rows.map(({ name, means, now }) => (
          <div key={name}>
            <dt>
              <code>{name}</code> <span className="muted">{means}</span>
            </dt>
            <dd className="text-small wrap-anywhere">{now}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

const states: Record<Version["is"], string | null> = {
  live: null,
  scheduled: "Scheduled",
  cancelled: "Cancelled",
  earlier: null,
};

function Versions({ state: { versions, hasDefault }, version, defaultName, readers }: Told) {
  const badgeOf = (is: Version["is"]) => (is === "live" ? `${readers} it` : states[is]);
  if (versions.length === 0) return null;
  return (
    <Panel id="versions" title="Versions">
      <ul className="grid gap-3">
        {versions.map((one) => (
          <li key={one.id} className="flex flex-wrap items-start justify-between gap-3">
            <details className="min-w-0 grow">
              <summary>
                Version {one.number}, by {one.by}, {dateAndTime(one.liveAt)}{" "}
                {badgeOf(one.is) && (
                  <span className={`badge ${one.is === "live" ? "ok" : "info"}`}>{badgeOf(one.is)}</span>
                )}
              </summary>
              {one.texts === null ? (
                <p className="muted">{hasDefault ? `The ${defaultName}.` : "Taken down."}</p>
              ) : (
                <dl className="grid gap-2 mt-2">
                  {one.texts.map(({ label, text }) => (
                    <div key={label}>
                      <dt className="text-small muted">{label}</dt>
                      <dd className="whitespace-pre-wrap wrap-anywhere">{text}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </details>
            {one.is !== "live" && one.is !== "scheduled" && one.texts !== null && (
              <Confirm
                id={`restore-${one.id}`}
                open="Restore"
                openLabel={`Restore version ${one.number}`}
                openClass="btn btn-secondary"
                destructive={false}
                title={`Restore version ${one.number}?`}
                text={`${readers} it at once. A draft stays as it is.`}
                button="Restore"
                fields={{ intent: "restore", id: String(one.id), version }}
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
