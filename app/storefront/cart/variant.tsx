import { href } from "react-router";
import type { CartLine, VariantChoice } from "../../../shop/cart/cart.ts";
import { useShopForm } from "../../parts/use-shop-form.ts";
import { CouponInAddress } from "./coupon-in-address.tsx";

/** Size and colour of a line, changed in place: on change with scripts, by its button without. */
export function LineVariant({ line }: { line: CartLine }) {
  const { form, ask, sent, busy } = useShopForm(href("/cart"));
  if (line.choices.length < 2) {
    const words = variantLabel(line);
    return words ? <p className="hint">{words}</p> : null;
  }
  const name = line.choices.some(({ size }) => size !== null) ? "Size and colour" : "Colour";
  return (
    <form {...form} className="flex gap-2 mt-1 mb-1 max-w-64">
      <CouponInAddress />
      <input type="hidden" name="intent" value="variant" />
      <input type="hidden" name="line" value={line.id} />
      <select
        name="variant"
        className="input input-medium"
        aria-label={`${name} of ${line.name}`}
        aria-busy={busy}
        value={String(sent?.get("variant") ?? line.variantId)}
        onChange={({ currentTarget }) => {
          const fields = currentTarget.form && new FormData(currentTarget.form);
          if (!fields) return;
          fields.set("variant", currentTarget.value);
          void ask(fields);
        }}
      >
        {line.choices.map((choice) => (
          <option key={choice.variantId} value={choice.variantId}>
            {choiceLabel(choice)}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="btn btn-secondary btn-medium">
          Change
        </button>
      </noscript>
    </form>
  );
}

function variantLabel({ size, colour }: Pick<VariantChoice, "size" | "colour">): string {
  return [colour, size && `Size ${size}`].filter(Boolean).join(" · ");
}

/** The size first: a phone cuts the end of the chosen line off, and the picture shows the colour. */
function choiceLabel({ size, colour }: Pick<VariantChoice, "size" | "colour">): string {
  return [size && `Size ${size}`, colour].filter(Boolean).join(" · ");
}
