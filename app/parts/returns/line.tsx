import { useState } from "react";
import { stockLevel } from "../../../shop/catalogue/inventory/inventory.ts";
import type { ReturnableLine } from "../../../shop/returns/return-page.server.ts";
import { optionsLabel } from "../../../shop/returns/returns.ts";
import { Select } from "../../ui/forms/field.tsx";
import { ProductPicture } from "../picture.tsx";
import type { ReturnWords } from "./words.ts";

/** One order line: quantity to return, and for an exchange the replacement variant. */
export function ReturnLineFields({
  line,
  only,
  words,
}: {
  line: ReturnableLine;
  /** The order's only line: one item is preselected. */
  only: boolean;
  words: ReturnWords;
}) {
  const { id, name, picture, quantity, left, choices } = line;
  const options = optionsLabel(line);
  const [wanted, setWanted] = useState("");
  // A live update took it off the list, which then shows "Please choose" again.
  const isGone = wanted !== "" && choices.every(({ variantId }) => variantId !== wanted);
  return (
    <li className="line py-4 border-b border-line">
      <div className="pic">
        <ProductPicture picture={picture} alt="" sizes="5.25rem" />
      </div>
      <div>
        <p className="font-medium leading-snug">{name}</p>
        <p className="hint">{[options, `${quantity} bought`].filter(Boolean).join(" · ")}</p>
        {left === 0 ? (
          <p className="mt-1 text-small font-medium text-haldi-ink">{words.nothingLeft}</p>
        ) : (
          <div className="return-choices grid gap-3 mt-3">
            <Select
              label="Quantity"
              name={`quantity-${id}`}
              aria-label={`Quantity of ${name} to return`}
              defaultValue={only ? "1" : "0"}
              onChange={({ target }) => {
                if (target.value !== "0") return;
                choose(target.form, `size-${id}`, "");
                setWanted("");
              }}
            >
              {Array.from({ length: left + 1 }, (_, units) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the number is what the option is
                <option key={units} value={units}>
                  {units === 0 ? "None" : units}
                </option>
              ))}
            </Select>
            <div className="instead">
              {choices.length === 0 ? (
                <p className="hint">No other size or colour is in stock at the same price.</p>
              ) : (
                <Select
                  label="Exchange for"
                  hint={words.exchangeHint}
                  name={`size-${id}`}
                  aria-label={`Exchange for another ${name}`}
                  defaultValue=""
                  error={isGone ? "It is no longer available. Please choose another." : undefined}
                  onChange={({ target: { form, value } }) => {
                    setWanted(value);
                    if (value !== "" && quantityIn(form, id) === "0") choose(form, `quantity-${id}`, "1");
                  }}
                >
                  <option value="">Please choose</option>
                  {choices.map((choice) => (
                    <option key={choice.variantId} value={choice.variantId}>
                      {optionsLabel(choice) || "Another one"}
                      {stockLevel(choice.left) !== "in" && ` (${choice.left} left)`}
                    </option>
                  ))}
                </Select>
              )}
            </div>
          </div>
        )}
      </div>
    </li>
  );
}

/** Chooses in another list of the form: another size means one piece, no piece means no other size. */
function choose(form: HTMLFormElement | null, name: string, value: string) {
  const list = form?.elements.namedItem(name);
  if (list instanceof HTMLSelectElement) list.value = value;
}

function quantityIn(form: HTMLFormElement | null, id: string): string | undefined {
  const list = form?.elements.namedItem(`quantity-${id}`);
  return list instanceof HTMLSelectElement ? list.value : undefined;
}
