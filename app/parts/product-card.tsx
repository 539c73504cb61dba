import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { href, PrefetchPageLinks } from "react-router";
import type { ProductSummary as Product } from "../../shop/catalogue/catalogue.ts";
import { stockLevel } from "../../shop/catalogue/inventory/inventory.ts";
import { plural } from "../../shop/money.ts";
import { highlight } from "../../shop/search/text/highlight.ts";
import { CachedFragment } from "../http/fragments/cached-fragment.tsx";
import { useFollow } from "../http/page/use-follow.ts";
import { Star } from "../ui/stars.tsx";
import { AddToCart } from "./card/add-to-cart.tsx";
import { Highlighted } from "./listing/highlighted.tsx";
import { useListLinkState } from "./listing/originating-list.tsx";
import { ProductPicture, preloadPicture, ResponsivePicture } from "./picture.tsx";
import { PriceLabel } from "./price.tsx";
import { useShop } from "./shop-context.ts";
import { variantAddress } from "./variant-address.ts";
import { WishlistButton } from "./wishlist/wishlist-button.tsx";

/** Half of a phone's width, a third of a tablet's, at most 20 rem on wide screens; less margin and gap. */
const columnSizes = "(min-width: 64rem) 18.5rem, (min-width: 48rem) 30vw, calc(50vw - 1.5rem)";

/** The widths for such a column at device pixel ratios of one to three. */
const columnWidths = [240, 320, 480, 640, 800];

/** Longer than a mouse takes to pass over a card. */
const passingMs = 80;

/** Offers "Add to cart" only where the list enables it (specification, /shop). */
export function ProductCard({
  product,
  withCart = false,
  eager = false,
  shownName,
  children,
}: {
  product: Product;
  withCart?: boolean;
  eager?: boolean;
  /** The name with highlights, in a search. */
  shownName?: ReactNode;
  /** Content below the card's own lines. */
  children?: ReactNode;
}) {
  const { name, stock, shownColour, variantShown, secondPicture } = product;
  // The second picture and the resources of the product's page are loaded on hover or touch.
  const [near, setNear] = useState(false);
  const pointing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const follow = useFollow({ state: useListLinkState() });
  const page = href("/product/:id?", { id: product.slug });
  const to = variantAddress(page, variantShown ?? { colour: shownColour, size: null });
  return (
    <li
      className={stock > 0 ? "card" : "card sold-out"}
      onPointerEnter={({ pointerType }) => {
        pointing.current = setTimeout(() => setNear(true), pointerType === "mouse" ? passingMs : 0);
      }}
      onPointerLeave={() => clearTimeout(pointing.current)}
    >
      <div>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: keys have the name's link, which covers the card until a finger may swipe its pictures */}
        <div className={near && secondPicture ? "pic two" : "pic"} onClick={near ? openPage : undefined}>
          <ProductPicture
            picture={product.picture}
            alt=""
            sizes={columnSizes}
            widths={columnWidths}
            eager={eager}
          />
          {near && <PrefetchPageLinks page={to} />}
          {near && secondPicture && (
            <ResponsivePicture picture={secondPicture} alt="" sizes={columnSizes} widths={columnWidths} />
          )}
          <Flag product={product} />
        </div>
        <WishlistButton productId={product.id} name={name} page={to} />
      </div>
      <div className="text">
        {product.brand && <p className="brand">{product.brand}</p>}
        <h3 className="name">
          <a href={to} onClick={follow}>
            {shownName ?? name}
          </a>
        </h3>
        <PriceLabel price={product.price} from={product.pricesDiffer} />
        <p className="meta">
          {product.rating !== null && (
            <span className="rating">
              <Star />
              <span className="num">
                <span className="sr-only">Rated </span>
                {product.rating.toFixed(1)} <span aria-hidden="true">({product.reviewCount})</span>
                <span className="sr-only"> by {plural(product.reviewCount, "buyer")}</span>
              </span>
            </span>
          )}
          {product.colourCount > 1 && <Swatches of={product} />}
        </p>
        {withCart && (
          <AddToCart
            productId={product.id}
            name={name}
            page={to}
            soldOut={stock <= 0}
            toChoose={product.toChoose}
          />
        )}
        {children}
      </div>
    </li>
  );
}

/** A tap on the pictures opens the product like the rest of the card. */
function openPage({ currentTarget }: MouseEvent) {
  currentTarget.closest(".card")?.querySelector<HTMLAnchorElement>("h3 a")?.click();
}

/** The first colours as dots, and how many more there are. */
function Swatches({ of: { swatches, colourCount } }: { of: Product }) {
  return (
    <span className="dots">
      {swatches.map((hex) => (
        <i key={hex} style={{ background: hex }} />
      ))}
      {colourCount > swatches.length && <span aria-hidden="true">+{colourCount - swatches.length}</span>}
      <span className="sr-only">{colourCount} colours</span>
    </span>
  );
}

/** One label per card: sold out, else how few are left, else new. */
function Flag({ product: { stock, isNew } }: { product: Product }) {
  const level = stockLevel(stock);
  if (level === "out") return <span className="flag">Out of Stock</span>;
  if (level === "low") return <span className="flag low">Only {stock} left!</span>;
  return isNew ? <span className="flag">New</span> : null;
}

export function ProductGrid({
  products,
  withCart = false,
  className = "product-grid",
  eagerCount = 0,
  words = [],
}: {
  products: Product[];
  withCart?: boolean;
  className?: string;
  /** How many cards are above the fold. */
  eagerCount?: number;
  /** Search terms in lower case, highlighted in the names. */
  words?: readonly string[];
}) {
  const { wishlistIds } = useShop();
  for (const { picture } of products.slice(0, eagerCount))
    if (picture) preloadPicture(picture, columnSizes, columnWidths);
  return (
    <ul className={className}>
      {products.map((product, place) => {
        const eager = place < eagerCount;
        const stored = wishlistIds.includes(product.id);
        return (
          <CachedFragment
            key={product.id}
            of={product}
            variant={`${withCart} ${eager} ${stored} ${words.join(" ")}`}
          >
            <ProductCard
              product={product}
              withCart={withCart}
              eager={eager}
              shownName={
                words.length > 0 ? <Highlighted pieces={highlight(product.name, words)} /> : undefined
              }
            />
          </CachedFragment>
        );
      })}
    </ul>
  );
}
