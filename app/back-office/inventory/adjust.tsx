import { useEffect, useId, useRef } from "react";
import { href, useActionData, useFetcher } from "react-router";
import type { StockRow } from "../../../shop/catalogue/inventory/inventory.server.ts";
import { useToast } from "../../parts/use-toast.ts";
import { FieldError } from "../../ui/forms/field.tsx";
import { focusInView } from "../../ui/forms/focus-in-view.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";

/** Suggested; any other text is accepted. */
const reasons = [
  "Goods received",
  "Counted again",
  "Damaged",
  "Lost or stolen",
  "Returned to supplier",
  "Sample",
];

export function variantName({ name, colour, size }: Pick<StockRow, "name" | "colour" | "size">): string {
  return [name, [colour, size].filter(Boolean).join(" ")].filter(Boolean).join(", ");
}

/**
 * Stock adjustment of one row with its reason. Sends the stock that was displayed, so that the server detects a
 * concurrent change.
 */
export function StockAdjustment({ row }: { row: StockRow }) {
  const fetcher = useFetcher<FormAnswer>();
  const form = useRef<HTMLFormElement>(null);
  useToast(fetcher.data?.toast);
  // Without scripts the whole page is the answer.
  const sent = useActionData<FormAnswer>();
  const answer = fetcher.data ?? (sent?.typed?.variant === row.id ? sent : undefined);
  const { errors = {}, typed = {} } = answer ?? {};
  const id = useId();
  useEffect(() => {
    if (fetcher.data?.ok) form.current?.reset();
    const wrong = form.current?.querySelector("[aria-invalid=true]");
    if (fetcher.data?.errors && wrong instanceof HTMLElement) focusInView(wrong);
  }, [fetcher.data]);
  const what = variantName(row);
  const wrongIn = (name: string) =>
    errors[name] ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {};
  const fault = errors.delta ?? errors.reason;
  return (
    <fetcher.Form method="post" action={href("/admin/inventory")} ref={form}>
      <input type="hidden" name="variant" value={row.id} />
      <input type="hidden" name="expected" value={row.stock} />
      <div className="adjust flex gap-2">
        <input
          className="input adjust-change"
          name="delta"
          type="number"
          step="1"
          required
          placeholder="+5, -2"
          defaultValue={typed.delta}
          {...wrongIn("delta")}
          aria-label={`Change for ${what}`}
        />
        <input
          className="input adjust-reason grow"
          name="reason"
          required
          maxLength={200}
          list="adjust-reasons"
          placeholder="Reason"
          defaultValue={typed.reason}
          {...wrongIn("reason")}
          aria-label={`Reason for ${what}`}
          autoComplete="off"
        />
        <button
          type="submit"
          className="btn btn-secondary"
          aria-label={`Adjust ${what}`}
          aria-disabled={fetcher.state !== "idle" || undefined}
        >
          Adjust
        </button>
      </div>
      <FieldError id={`${id}-error`} error={fault} />
    </fetcher.Form>
  );
}

/** The selectable reasons, once per page (datalist). */
export function AdjustmentReasons() {
  return (
    <datalist id="adjust-reasons">
      {reasons.map((reason) => (
        <option key={reason} value={reason} />
      ))}
    </datalist>
  );
}
