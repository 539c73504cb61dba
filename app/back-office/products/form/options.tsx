import { type MouseEvent, useState } from "react";
import type { Colour } from "../../../../shop/catalogue/catalogue.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { readOptions } from "./read-options.ts";

/**
 * Option values of a product. The button generates the variant table: in the browser with scripts, on the server
 * without. `allowed` sizes are checkboxes; without them sizes are typed.
 */
export function Options({
  allowed,
  sizes,
  colours,
  onMake,
}: {
  allowed: readonly string[] | null;
  sizes: string[];
  colours: Colour[];
  onMake: (requested: { sizes: string[]; colours: Colour[] }) => void;
}) {
  // New keys after the table is generated, so that the empty rows are cleared.
  const [blanks, setBlanks] = useState([0]);
  const rows = [
    ...colours.map((colour) => ({ ...colour, key: colour.name })),
    ...blanks.map((number) => ({ name: "", hex: "#2a3f7e", key: `new ${number}` })),
  ];
  const nextBlank = (blanks.at(-1) ?? 0) + 1;
  const make = (event: MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget;
    if (!form) return;
    event.preventDefault();
    const texts = [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[name, value]] : [],
    );
    onMake(readOptions(new Map(texts)));
    setBlanks([nextBlank]);
  };
  return (
    <div className="grid gap-4 mb-4">
      {allowed ? (
        <fieldset>
          <legend>Sizes</legend>
          <div className="flex flex-wrap items-center gap-x-4">
            {allowed.map((size) => (
              <label className="check" key={`${size} ${sizes.includes(size)}`}>
                <input
                  type="checkbox"
                  name={`size.${size}`}
                  value="yes"
                  defaultChecked={sizes.includes(size)}
                />
                {size}
              </label>
            ))}
          </div>
        </fieldset>
      ) : (
        <Field
          label="Sizes, separated by commas"
          optional
          key={sizes.join()}
          name="sizes"
          defaultValue={sizes.join(", ")}
          autoComplete="off"
        />
      )}
      <fieldset>
        <legend>Colours</legend>
        <div className="flex flex-wrap items-center gap-4">
          {rows.map(({ name, hex, key }, at) => (
            <span className="option-colour flex items-center gap-2" key={key}>
              <input
                type="color"
                name={`colour.${at}.hex`}
                defaultValue={hex}
                aria-label={name ? `Shade of ${name}` : "Shade of the new colour"}
              />
              <input
                className="input"
                name={`colour.${at}.name`}
                defaultValue={name}
                maxLength={60}
                placeholder="Another colour"
                aria-label={name ? `Name of ${name}` : "Name of the new colour"}
                autoComplete="off"
              />
            </span>
          ))}
          <button
            type="button"
            className="btn btn-secondary"
            onClick={() => setBlanks([...blanks, nextBlank])}
          >
            Add a colour
          </button>
        </div>
      </fieldset>
      <div>
        <button
          type="submit"
          name="intent"
          value="matrix"
          formNoValidate
          className="btn btn-secondary"
          onClick={make}
        >
          Create the variants table
        </button>
        <p className="hint">One row for each size in each colour. Rows that remain keep what you typed.</p>
      </div>
    </div>
  );
}
