import { useEffect, useId, useRef } from "react";
import { href, useFetcher } from "react-router";
import { type Choice, Field } from "../../ui/forms/field.tsx";

const delayMs = 250;

/**
 * A combobox for an address of the shop: the browser's own list of suggestions, which knows keyboard, touch and screen
 * readers, with collections, categories, pages and screens (`choices`), and with products while one types. Any other
 * address can be written.
 */
export function AddressField({
  choices,
  ...field
}: {
  name: string;
  label: string;
  hint?: string | undefined;
  optional?: boolean | undefined;
  defaultValue: string;
  choices: readonly Choice[];
}) {
  const id = useId();
  const { load, data } = useFetcher<{ choices: Choice[] }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <>
      <Field
        {...field}
        list={id}
        autoComplete="off"
        maxLength={300}
        onChange={({ target: { value } }) => {
          clearTimeout(timer.current);
          // A written address needs no suggestions.
          if (value.length < 2 || /^(\/|https:|mailto:|tel:)/.test(value)) return;
          timer.current = setTimeout(
            () => load(`${href("/admin/content/addresses")}?${new URLSearchParams({ q: value })}`),
            delayMs,
          );
        }}
      />
      <datalist id={id}>
        {[...choices, ...(data?.choices ?? [])].map(({ value, label }) => (
          <option key={value} value={value} label={label} />
        ))}
      </datalist>
    </>
  );
}
