import type { ReactNode } from "react";
import { Form, useNavigate, useNavigation } from "react-router";

/** What says which part of a list is shown: another choice begins at its first page. */
const places = ["page", "after", "before"];

/** Lists that change the address: at once with scripts, by the button without. Text fields wait for the enter key. */
export function ApplyForm({
  action,
  className,
  children,
}: {
  action: string;
  className: string;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const coming = useNavigation().location;
  return (
    <Form
      method="get"
      action={action}
      className={className}
      preventScrollReset
      onChange={({ target, currentTarget }) => {
        if (!(target instanceof HTMLSelectElement)) return;
        // The fields show the list that is drawn; the choice before this one may still be on its way.
        const { pathname, search } = coming ?? window.location;
        const to = new URL(currentTarget.getAttribute("action") ?? "", window.location.href);
        const asked =
          to.pathname === pathname ? new URLSearchParams(search) : textsOf(new FormData(currentTarget));
        for (const place of places) asked.delete(place);
        for (const { name, value } of currentTarget.querySelectorAll<HTMLInputElement>("[type=search]")) {
          // Other words are to be understood anew.
          if (value !== (asked.get(name) ?? "")) asked.delete("exact");
          asked.set(name, value);
        }
        asked.set(target.name, target.value);
        void navigate(`${to.pathname}?${asked}${to.hash}`, { preventScrollReset: true });
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
