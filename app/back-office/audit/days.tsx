import { Form, useSearchParams } from "react-router";
import { Field } from "../../ui/forms/field.tsx";

/** Date filter of the audit log. Keeps the other filters of the address. */
export function Days({ from, to }: { from: string; to: string }) {
  const [params] = useSearchParams();
  const own = new Set(["from", "to", "after", "before"]);
  return (
    <Form method="get" className="flex flex-wrap items-end gap-2 mb-4">
      {[...params].map(([name, value]) =>
        own.has(name) ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Field label="From" type="date" name="from" key={`from ${from}`} defaultValue={from} />
      <Field label="To" type="date" name="to" key={`to ${to}`} defaultValue={to} />
      <button type="submit" className="btn btn-secondary">
        Show these days
      </button>
    </Form>
  );
}
