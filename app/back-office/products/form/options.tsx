import { type ChangeEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import type { Colour } from "../../../../shop/catalogue/catalogue.ts";
import { colourCode } from "../../../../shop/catalogue/kinds/colour-code.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { readOptions } from "./read-options.ts";

/** The shade of a colour that is not known by its name. */
const anyShade = "#808080";

/**
 * Option values of a product. The button generates the variant table: in the browser with scripts, on the server
 * without. `allowed` sizes are checkboxes; without them sizes are typed.
 */
export function Options({
  allowed,
  hasCategory,
  sizes,
  colours,
  onMake,
}: {
  allowed: readonly string[] | null;
  hasCategory: boolean;
  sizes: string[];
  colours: Colour[];
  onMake: (requested: { sizes: string[]; colours: Colour[] }) => void;
}) {
  const [blanks, setBlanks] = useState([{ number: 0, name: "" }]);
  const isTyping = useRef(false);
  const nextNumber = (blanks.at(-1)?.number ?? 0) + 1;
  const add = (names: string[]) => {
    isTyping.current = true;
    setBlanks([...blanks, ...names.map((name, at) => ({ number: nextNumber + at, name }))]);
  };
  const make = (event: MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget;
    if (!form) return;
    event.preventDefault();
    const texts = [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[name, value]] : [],
    );
    onMake(readOptions(new Map(texts)));
  };
  return (
    <div className="grid gap-4 mb-4">
      {allowed ? (
        <Sizes allowed={allowed} sizes={sizes} />
      ) : (
        <Field
          label="Sizes, separated by commas"
          optional
          hint={
            hasCategory
              ? "A range such as UK 3 to UK 13 makes each size in it."
              : "Or choose the category first, under Organise: its sizes are offered here."
          }
          key={sizes.join()}
          name="sizes"
          defaultValue={sizes.join(", ")}
          autoComplete="off"
        />
      )}
      <fieldset>
        <legend>Colours</legend>
        <div className="flex flex-wrap items-center gap-4">
          {colours.map((colour, at) => (
            <ColourFields key={colour.name} at={at} colour={colour} isNew={false} onMore={add} />
          ))}
          {blanks.map(({ number, name }, at) => (
            <ColourFields
              key={`new ${number}`}
              at={colours.length + at}
              colour={{ name, hex: colourCode(name) ?? anyShade }}
              isNew
              // The newest one, when it was asked for from the one before.
              hasFocus={isTyping.current && number === nextNumber - 1}
              onMore={add}
            />
          ))}
          <button type="button" className="btn btn-secondary" onClick={() => add([""])}>
            Add a colour
          </button>
        </div>
        <p className="hint">Enter or a comma goes on to the next colour.</p>
      </fieldset>
      <div>
        <button
          type="submit"
          name="intent"
          value="matrix"
          formNoValidate
          // Without scripts the page that comes back begins at the table.
          formAction="#variant-table"
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

function Sizes({ allowed, sizes }: { allowed: readonly string[]; sizes: string[] }) {
  const group = useRef<HTMLFieldSetElement>(null);
  const tickAll = () => {
    const boxes = [...(group.current?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [])];
    const areAll = boxes.every(({ checked }) => checked);
    for (const box of boxes) box.checked = !areAll;
  };
  return (
    <fieldset ref={group}>
      <legend>Sizes</legend>
      <div className="flex flex-wrap items-center gap-x-4">
        {allowed.map((size) => (
          <label className="check" key={`${size} ${sizes.includes(size)}`}>
            <input type="checkbox" name={`size.${size}`} value="yes" defaultChecked={sizes.includes(size)} />
            {size}
          </label>
        ))}
        <button type="button" className="btn btn-secondary needs-scripts" onClick={tickAll}>
          All sizes
        </button>
      </div>
    </fieldset>
  );
}

/** A colour's shade and name. A new one has the shade that its name says, until another is chosen. */
function ColourFields({
  at,
  colour,
  isNew,
  hasFocus = false,
  onMore,
}: {
  at: number;
  colour: Colour;
  isNew: boolean;
  hasFocus?: boolean;
  /** Adds colours of these names behind. */
  onMore: (names: string[]) => void;
}) {
  const [name, setName] = useState(colour.name);
  const [chosenHex, setChosenHex] = useState(isNew ? null : colour.hex);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hasFocus) input.current?.focus();
  }, [hasFocus]);
  const known = isNew ? "the new colour" : colour.name;
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    // "Indigo, Rose," typed or pasted.
    const [first = "", ...more] = target.value.split(",").map((part) => part.trim());
    setName(more.length > 0 ? first : target.value);
    if (more.length > 0 && first !== "") onMore(more);
  };
  return (
    <span className="option-colour flex items-center gap-2">
      <input
        type="color"
        name={`colour.${at}.hex`}
        value={chosenHex ?? colourCode(name) ?? colour.hex}
        onChange={({ target }) => setChosenHex(target.value)}
        aria-label={`Shade of ${known}`}
      />
      <input
        className="input"
        name={`colour.${at}.name`}
        value={name}
        onChange={type}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (name.trim() !== "") onMore([""]);
        }}
        maxLength={200}
        placeholder="Another colour"
        aria-label={`Name of ${known}`}
        autoComplete="off"
        ref={input}
      />
    </span>
  );
}
