import { Suspense, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { href, Link } from "react-router";
import { maxPerLine } from "../../../shop/cart/cart.ts";
import type { Colour, DisplayPrice } from "../../../shop/catalogue/catalogue.ts";
import { stockLevel } from "../../../shop/catalogue/inventory/inventory.ts";
import type { ProductPage, VariantChoice } from "../../../shop/catalogue/product.ts";
import { PriceLabel } from "../../parts/price.tsx";
import { useShop } from "../../parts/shop-context.ts";
import { useShopForm } from "../../parts/use-shop-form.ts";
import { focusInView } from "../../ui/forms/focus-in-view.ts";
import { lazyPart, nothing } from "../../ui/lazy-part.tsx";
import { Quantity } from "../../ui/quantity.tsx";
import { Sheet, SheetButton } from "../../ui/sheet.tsx";

const buyForm = "buy";
const SizeGuides = lazyPart(() => import("./size-guide.tsx"));
const PurchasedSize = lazyPart(() => import("./purchased-size.tsx"), nothing);

/** The sticky bar on phones; it rests at the end of the page. */
export function BuyBar({ soldOut, price, from }: { soldOut: boolean; price: DisplayPrice; from: boolean }) {
  return (
    <div className="buy-bar">
      <PriceLabel price={price} from={from} />
      <BuyButtons soldOut={soldOut} form={buyForm} />
    </div>
  );
}

/** Colour, size, quantity and the two buy buttons. A plain form: the server validates the same rules. */
export function BuyBox({
  product,
  page,
  choice: { colour, size },
  onChoose,
  fit,
}: {
  product: ProductPage;
  page: string;
  choice: VariantChoice;
  onChoose: (choice: VariantChoice) => void;
  /** The verdicts on its sizes. */
  fit: string[];
}) {
  const { variants, colours, sizes } = product;
  const { busy, form } = useShopForm(href("/cart"), { once: "shown" });
  const [asksForSize, setAsksForSize] = useState(false);
  const sizeGroup = useRef<HTMLFieldSetElement>(null);
  const inColour = variants.filter((variant) => (variant.colour?.name ?? null) === colour);
  const stockOf = (wanted: string) => inColour.find((variant) => variant.size === wanted)?.stock ?? 0;
  const chosen = inColour.find((variant) => variant.size === (sizes.length > 0 ? size : null));
  const most = Math.min(maxPerLine, chosen?.stock ?? maxPerLine);
  const soldOut = product.stock <= 0;
  const hasGuide = product.sizeGuide !== null || product.measures !== null;
  const choose = (name: string) => {
    onChoose({ colour: name, size });
    showPicture(product, name);
  };
  const box = useEarlyChoice(product, { colour, size }, onChoose);
  return (
    <>
      <form
        {...form}
        onSubmit={(event) => {
          // Asks for the size here, before a guest signs in.
          if (sizes.length === 0 || size !== null) return form.onSubmit(event);
          event.preventDefault();
          // The message must be there before the group is shown whole.
          flushSync(() => setAsksForSize(true));
          const first = sizeGroup.current?.querySelector<HTMLInputElement>("input:enabled");
          if (first) focusInView(first);
        }}
        ref={box}
        id={buyForm}
        className="grid gap-5"
      >
        <input type="hidden" name="product" value={product.id} />
        <input type="hidden" name="next" value={page} />
        {colours.length > 0 && <Colours colours={colours} chosen={colour} onChoose={choose} page={page} />}
        {sizes.length > 0 && (
          <fieldset
            ref={sizeGroup}
            className="min-w-0"
            aria-labelledby="size-label"
            aria-describedby="size-asked"
          >
            <div className="flex items-baseline justify-between mb-2">
              <p className="label" id="size-label">
                Size <b className="font-normal muted">{size}</b>
              </p>
              {hasGuide && (
                <SheetButton sheet="size-guide" className="link text-small min-h-7">
                  Size guide
                </SheetButton>
              )}
            </div>
            <div className="flex flex-wrap gap-2">
              {sizes.map((value) => {
                const gone = stockOf(value) <= 0;
                return (
                  <label key={value} className={gone ? "size size-out" : "size"}>
                    <input
                      type="radio"
                      name="size"
                      value={value}
                      disabled={gone}
                      checked={size === value}
                      onChange={() => {
                        onChoose({ colour, size: value });
                        setAsksForSize(false);
                      }}
                    />
                    {value}
                    {gone && <span className="sr-only"> sold out</span>}
                  </label>
                );
              })}
            </div>
            <SizeAdvice product={product.id} fit={fit[0]} />
            <p id="size-asked" className="field-error" role="status">
              {asksForSize && "Please choose a size"}
            </p>
          </fieldset>
        )}
        {variants.some(({ stock }) => stock <= 0) && (
          <p>
            <Link className="link text-small" to={href("/product/:id/notify", { id: product.slug })}>
              {soldOut ? "Notify me when it is back" : "Your size is sold out? Notify me"}
            </Link>
          </p>
        )}
        <StockNote stock={variants.length > 1 ? chosen?.stock : null} size={size} soldOut={soldOut} />
        <div className="buy">
          <Quantity name="quantity" max={Math.max(1, most)} disabled={soldOut} />
          <BuyButtons busy={busy} soldOut={soldOut} />
        </div>
      </form>
      {hasGuide && (
        <Sheet id="size-guide" title="Size guide" toRead>
          <Suspense>
            <SizeGuides body={product.sizeGuide} own={product.measures} fit={fit} />
          </Suspense>
        </Sheet>
      )}
    </>
  );
}

/** Moves the gallery to a colour; without scripts product.css does, or the page of the colour. */
function showPicture({ pictures }: ProductPage, colour: string): void {
  const place = pictures.findIndex((picture) => picture.colour === colour) + 1;
  const picture = document.getElementById(`picture-${place}`);
  picture?.parentElement?.scrollTo({ left: picture.offsetLeft });
}

/**
 * What was chosen before the scripts were there is in the document only. Calls `take` with it, once, if it is another
 * choice, and shows its picture. Out: the ref of the form.
 */
function useEarlyChoice(product: ProductPage, choice: VariantChoice, take: (early: VariantChoice) => void) {
  const box = useRef<HTMLFormElement>(null);
  const first = useRef({ product, choice, take });
  useEffect(() => {
    if (!box.current) return;
    const { choice: before, ...then } = first.current;
    const fields = new FormData(box.current);
    const chosen = (name: "colour" | "size") => {
      const value = fields.get(name);
      return typeof value === "string" ? value : before[name];
    };
    const early = { colour: chosen("colour"), size: chosen("size") };
    if (early.colour === before.colour && early.size === before.size) return;
    then.take(early);
    const { colour } = early;
    // Once product.css orders the pictures as it does with scripts.
    if (colour !== null && colour !== before.colour)
      requestAnimationFrame(() => showPicture(then.product, colour));
  }, []);
  return box;
}

/** 'Buy Now' is the primary button. Both are disabled when sold out (specification, section 5). */
function BuyButtons({ busy = false, soldOut, form }: { busy?: boolean; soldOut: boolean; form?: string }) {
  if (soldOut)
    return (
      <button type="button" className="btn btn-full" disabled>
        Out of Stock
      </button>
    );
  return (
    <>
      <button
        type="submit"
        form={form}
        name="intent"
        value="add"
        className="btn btn-secondary"
        aria-busy={busy}
      >
        Add to Cart
      </button>
      <button
        type="submit"
        form={form}
        name="intent"
        value="buy"
        className="btn btn-primary"
        aria-busy={busy}
      >
        Buy Now
      </button>
    </>
  );
}

/** Of how many colours product.css shows the picture without scripts. */
const coloursByStyle = 8;

function Colours({
  colours,
  chosen,
  onChoose,
  page,
}: {
  colours: Colour[];
  chosen: string | null;
  onChoose: (name: string) => void;
  page: string;
}) {
  return (
    <fieldset className="min-w-0" aria-labelledby="colour-label">
      <div className="flex items-baseline justify-between mb-2">
        <p className="label" id="colour-label">
          Colour <b className="font-normal muted">{chosen}</b>
        </p>
      </div>
      <div className="swatches flex flex-wrap gap-1">
        {colours.map(({ name, hex }) => (
          <label key={name} className="tap">
            <input
              type="radio"
              name="colour"
              value={name}
              aria-label={name}
              checked={chosen === name}
              onChange={() => onChoose(name)}
            />
            <span className="swatch" style={{ ["--c" as string]: hex }} />
          </label>
        ))}
      </div>
      {colours.length > coloursByStyle && (
        <noscript>
          <button
            type="submit"
            formMethod="get"
            formAction={page}
            className="btn btn-secondary btn-medium mt-2"
          >
            Show this colour
          </button>
        </noscript>
      )}
    </fieldset>
  );
}

/** The verdict on the size, and the size of the brand that the viewer kept. */
function SizeAdvice({ product, fit }: { product: string; fit: string | undefined }) {
  const { viewer } = useShop();
  return (
    <>
      {fit && <p className="mt-2 text-small">{fit}</p>}
      {viewer.kind === "customer" && (
        <Suspense>
          <PurchasedSize product={product} />
        </Suspense>
      )}
    </>
  );
}

/** Of one of several variants: of the only one the badge above says it. */
function StockNote({
  stock,
  size,
  soldOut,
}: {
  stock: number | null | undefined;
  size: string | null;
  soldOut: boolean;
}) {
  if (soldOut || stock === null || stock === undefined || stockLevel(stock) === "in") return null;
  return (
    <p className="stock-note text-small" role="status">
      {stock > 0 ? (
        <>
          <b className="font-medium text-haldi-ink">Only {stock} left!</b>
          {size && ` in ${size}`}
        </>
      ) : (
        "Not available in this colour"
      )}
    </p>
  );
}
