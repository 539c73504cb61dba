import { type ComponentProps, useState } from "react";
import { Field } from "./field.tsx";

/** A native file input; of several chosen files, which it only counts, the names are listed below it. */
export function FileField(input: Omit<ComponentProps<typeof Field>, "type">) {
  const [names, setNames] = useState<string[]>([]);
  return (
    <>
      <Field
        {...input}
        type="file"
        onChange={({ target }) => setNames([...(target.files ?? [])].map(({ name }) => name))}
      />
      {names.length > 1 && (
        <ul className="grid text-small muted wrap-anywhere" aria-label="Chosen files">
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </>
  );
}
