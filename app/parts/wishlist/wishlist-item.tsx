import { useState } from "react";
import { href } from "react-router";
import type { WishlistEntry as WishData } from "../../../shop/wishlist/wishlist-page.server.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { ProductCard } from "../product-card.tsx";
import { useShopForm } from "../use-shop-form.ts";

/** A card with size and colour selects where there is a choice, "Add to cart" and "Remove". */
export function WishlistItem({ card, choices }: WishData) {
  const cart = useShopForm(href("/cart"), { once: "shown" });
  const removal = useShopForm(href("/wishlist"));
  const [colour, setColour] = useState("");
  if (removal.sent) return null;
  const colours = distinct(choices.map((choice) => choice.colour));
  const inColour = choices.filter((choice) => colour === "" || choice.colour === colour);
  const sizes = distinct(inColour.map(({ size }) => size));
  return (
    <ProductCard product={card}>
      <form {...cart.form} className="wish-buy">
        <input type="hidden" name="intent" value="add" />
        <input type="hidden" name="from" value="card" />
        <input type="hidden" name="product" value={card.id} />
        <input type="hidden" name="next" value={href("/wishlist")} />
        {colours.length > 1 && <Choose what="Colour" of={card.name} values={colours} onChoose={setColour} />}
        {sizes.length > 0 && <Choose key={colour} what="Size" of={card.name} values={sizes} />}
        <button
          type="submit"
          className="btn btn-secondary btn-medium"
          disabled={card.stock <= 0}
          aria-busy={cart.busy}
          aria-label={card.stock > 0 ? `Add to Cart: ${card.name}` : undefined}
        >
          {card.stock > 0 ? "Add to Cart" : "Out of Stock"}
        </button>
      </form>
      <form {...removal.form} className="wish-remove">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="product" value={card.id} />
        <button type="submit" className="btn btn-link btn-medium px-0" aria-label={`Remove ${card.name}`}>
          Remove
        </button>
      </form>
    </ProductCard>
  );
}

function Choose({
  what,
  of,
  values,
  onChoose,
}: {
  what: "Size" | "Colour";
  of: string;
  values: string[];
  onChoose?: (value: string) => void;
}) {
  return (
    <select
      className="input input-medium"
      name={what.toLowerCase()}
      required
      aria-label={`${what} of ${of}`}
      defaultValue=""
      onChange={(event) => onChoose?.(event.currentTarget.value)}
    >
      <option value="" disabled>
        {what}
      </option>
      {values.map((value) => (
        <option key={value}>{value}</option>
      ))}
    </select>
  );
}

/** Adds the sizes and colours that are chosen on the cards: "size-" and "colour-" with the product's id. */
function addChosenOptions(fields: FormData): void {
  for (const card of document.querySelectorAll<HTMLFormElement>("form.wish-buy")) {
    const chosen = new FormData(card);
    for (const name of ["size", "colour"]) {
      const value = chosen.get(name);
      if (value) fields.set(`${name}-${chosen.get("product")}`, value);
    }
  }
}

function distinct(values: (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))];
}

/**
 * Adds everything to the cart, in the sizes and colours that are chosen on the cards, which without scripts stay unread.
 * The page itself lists skipped items with the reason, also without scripts.
 */
export function AddAll({ answered }: { answered: FormAnswer | undefined }) {
  const {
    busy,
    answer = answered,
    form,
  } = useShopForm(href("/wishlist"), { once: "shown", complete: addChosenOptions });
  const notes = answer?.notes ?? [];
  return (
    <>
      <form {...form}>
        <input type="hidden" name="intent" value="add-all" />
        <button type="submit" className="btn btn-primary" aria-busy={busy}>
          Add All to Cart
        </button>
      </form>
      {answer?.toast && (answered || notes.length > 0) && (
        <div className={`notice grid gap-1 w-full mb-5 ${answer.ok ? "ok" : "warn"}`} role="status">
          <p>
            <b>{answer.toast.text ?? answer.toast.title}</b>
          </p>
          {notes.length > 0 && (
            <ul>
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}
