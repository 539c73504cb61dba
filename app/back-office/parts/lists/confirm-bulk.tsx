import { type ReactNode, useEffect, useId, useRef } from "react";
import { Form, useLocation } from "react-router";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";

/** The chosen rows of a list and the form to send again when what happens to them is confirmed. */
export type BulkConfirmation = { fields: Record<string, string>; ids: string[]; all: boolean };

/**
 * What a bulk action would do to the chosen rows (`children`), and the button that does it. Above the list, where the
 * focus goes; works without scripts. `extra`: further fields.
 */
export function ConfirmBulk({
  of: { fields, ids, all },
  action,
  title,
  button,
  danger = false,
  keep,
  extra,
  children,
}: {
  of: BulkConfirmation;
  /** The list's path. */
  action: string;
  title: string;
  button: string;
  danger?: boolean;
  /** The link back: "Keep the prices". */
  keep: string;
  extra?: ReactNode;
  children: ReactNode;
}) {
  const { search } = useLocation();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question takes the focus again
  useEffect(() => heading.current?.focus(), [ids]);
  return (
    <section className="notice warn confirm-bulk" aria-labelledby={id}>
      <h2 id={id} className="h3" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <Form method="post" action={action + search} className="grid gap-3 mt-3" preventScrollReset>
        <HiddenFields fields={fields} />
        {all ? (
          <input type="hidden" name="all" value="on" />
        ) : (
          ids.map((one) => <input key={one} type="hidden" name="id" value={one} />)
        )}
        {extra}
        <div className="flex flex-wrap gap-2">
          <button type="submit" className={danger ? "btn btn-danger" : "btn btn-primary"}>
            {button}
          </button>
          <a className="btn btn-secondary" href={action + search}>
            {keep}
          </a>
        </div>
      </Form>
    </section>
  );
}
