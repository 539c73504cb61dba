import type { ReactNode } from "react";
import { Form } from "react-router";
import { comingAddress, useOpen } from "./coming-address.ts";

/** Paging parameters; a change of filter removes them. */
const places = ["page", "after", "before"];

/** A form that changes the address: on change with scripts, by its button without. Text fields submit on Enter. */
export function ApplyForm({
  action,
  className,
  children,
}: {
  action: string;
  className: string;
  children: ReactNode;
}) {
  const open = useOpen();
  return (
    <Form
      method="get"
      action={action}
      className={className}
      preventScrollReset
      onChange={({ target, currentTarget }) => {
        if (!(target instanceof HTMLSelectElement)) return;
        const { pathname, search } = comingAddress();
        const to = new URL(currentTarget.getAttribute("action") ?? "", window.location.href);
        const asked =
          to.pathname === pathname ? new URLSearchParams(search) : textsOf(new FormData(currentTarget));
        for (const place of places) asked.delete(place);
        for (const { name, value } of currentTarget.querySelectorAll<HTMLInputElement>("[type=search]")) {
          // A changed search text is interpreted again.
          if (value !== (asked.get(name) ?? "")) asked.delete("exact");
          asked.set(name, value);
        }
        asked.set(target.name, target.value);
        open(`${to.pathname}?${asked}${to.hash}`, { preventScrollReset: true });
      }}
    >
      {children}
      <noscript>
        <button className="btn btn-secondary btn-medium" type="submit">
          Apply
        </button>
      </noscript>
    </Form>
  );
}

function textsOf(form: FormData): URLSearchParams {
  return new URLSearchParams(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
