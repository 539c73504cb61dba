import { type ReactNode, useEffect, useState } from "react";
import { href, Link } from "react-router";
import type { CardChoices } from "../../../shop/cart/cart.ts";
import { closeSheet, Sheet } from "../../ui/sheet.tsx";
import { useShopForm } from "../use-shop-form.ts";

export type ChoiceSheetProps = {
  productId: string;
  name: string;
  /** The product's page, for its details and when the choices cannot be loaded. */
  page: string;
  /** The hidden fields of the card's form. */
  fields: ReactNode;
  onClosed: () => void;
};

/** Colours and sizes of a card's product: each size is a button that adds it. */
export default function ChoiceSheet({ productId, name, page, fields, onClosed }: ChoiceSheetProps) {
  const id = `choose-${productId}`;
  const [choices, setChoices] = useState<CardChoices>();
  const [colour, setColour] = useState<string | null>();
  const { busy, form, answer } = useShopForm(href("/cart"), { once: "shown" });
  useEffect(() => {
    const dialog = document.getElementById(id);
    if (!(dialog instanceof HTMLDialogElement)) return;
    dialog.showModal();
    const leaving = new AbortController();
    fetch(href("/functions/choices/:product", { product: productId }), { signal: leaving.signal })
      .then((response) => (response.ok ? response.json() : []))
      .then(setChoices, () => leaving.signal.aborted || setChoices([]));
    return () => leaving.abort();
  }, [id, productId]);
  useEffect(() => {
    // The toast, which the dialog would cover, shows the result.
    if (answer) closeSheet(id);
  }, [answer, id]);
  const chosen = choices?.find((choice) => choice.colour === colour) ?? choices?.[0];
  return (
    <Sheet
      id={id}
      title={chosen?.sizes[0]?.size === null ? "Choose a colour" : "Choose a size"}
      onClose={onClosed}
    >
      <form {...form} className="grid gap-3 pt-3 pb-6" aria-busy={busy || !choices}>
        {fields}
        <p>
          <Link className="link" to={page}>
            {name}
          </Link>
        </p>
        {choices && choices.length > 1 && (
          <fieldset className="flex flex-wrap gap-2">
            <legend className="label">Colour</legend>
            {choices.map((choice) => (
              <label key={choice.colour} className="size">
                <input
                  type="radio"
                  name="colour"
                  value={choice.colour ?? ""}
                  checked={choice === chosen}
                  onChange={() => setColour(choice.colour)}
                />
                {choice.colour}
              </label>
            ))}
          </fieldset>
        )}
        {choices?.length === 1 && <input type="hidden" name="colour" value={chosen?.colour ?? ""} />}
        <p role="status">
          {!choices && "Loading sizes…"}
          {choices?.length === 0 && "The sizes could not be loaded. Choose one on the product's page."}
        </p>
        <div className="flex flex-wrap gap-2">
          {chosen?.sizes.map(({ size, inStock }) =>
            size === null ? (
              <button key="" type="submit" className="btn btn-primary btn-full">
                Add to Cart
              </button>
            ) : (
              <button
                key={size}
                type="submit"
                name="size"
                value={size}
                className={inStock ? "size" : "size size-out"}
                disabled={!inStock}
              >
                {size}
                {!inStock && <span className="sr-only"> sold out</span>}
              </button>
            ),
          )}
        </div>
      </form>
    </Sheet>
  );
}
