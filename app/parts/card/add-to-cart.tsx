import { type ComponentType, useState } from "react";
import { href } from "react-router";
import { useShopForm } from "../use-shop-form.ts";
import type { ChoiceSheetProps } from "./choice-sheet.tsx";

/**
 * The button of a product card. `page`: where to return after signing in. A product with sizes or colours opens its
 * sheet, which is loaded on demand; without scripts the form leads to the product's page.
 */
export function AddToCart({
  productId,
  name,
  page,
  soldOut,
  toChoose,
}: {
  productId: string;
  name: string;
  page: string;
  soldOut: boolean;
  toChoose: boolean;
}) {
  const [Choice, setChoice] = useState<ComponentType<ChoiceSheetProps>>();
  const { busy, form } = useShopForm(href("/cart"), { once: "shown" });
  if (soldOut)
    return (
      <button type="button" className="btn btn-secondary btn-medium btn-full add" disabled>
        Out of Stock
      </button>
    );
  const fields = (
    <>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="from" value="card" />
      <input type="hidden" name="product" value={productId} />
      <input type="hidden" name="next" value={page} />
    </>
  );
  return (
    <>
      <form
        {...form}
        className="add"
        onSubmit={(event) => {
          if (!toChoose) return form.onSubmit(event);
          event.preventDefault();
          const plain = event.currentTarget;
          import("./choice-sheet.tsx").then(
            (sheet) => setChoice(() => sheet.default),
            () => plain.submit(),
          );
        }}
      >
        {fields}
        <button
          type="submit"
          className="btn btn-secondary btn-medium btn-full"
          aria-busy={busy}
          aria-label={`Add to Cart: ${name}`}
        >
          Add to Cart
        </button>
      </form>
      {Choice && (
        <Choice
          productId={productId}
          name={name}
          page={page}
          fields={fields}
          onClosed={() => setChoice(undefined)}
        />
      )}
    </>
  );
}
