import { ZoomIn } from "lucide";
import { Suspense, useRef, useState } from "react";
import { mediaPath } from "../../../shop/catalogue/picture-address.ts";
import type { ProductPage } from "../../../shop/catalogue/product.ts";
import { CachedFragment } from "../../http/fragments/cached-fragment.tsx";
import { ProductPicture, preloadPicture, ResponsivePicture } from "../../parts/picture.tsx";
import { WishlistButton } from "../../parts/wishlist/wishlist-button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { openSheet, Sheet, SheetButton } from "../../ui/sheet.tsx";

const Zoom = lazyPart(() => import("./zoom.tsx"));

const largeSizes = "(min-width: 64rem) 38rem, (min-width: 48rem) 50vw, 100vw";

/**
 * A strip that is swiped on phones and controlled by thumbnails on wide screens. The thumbnails link to the pictures,
 * so they work without scripts.
 */
export function Gallery({ product, page }: { product: ProductPage; page: string }) {
  const { pictures } = product;
  const [current, setCurrent] = useState(0);
  /** The picture from which the zoom was opened. */
  const [zoomed, setZoomed] = useState<number | null>(null);
  const strip = useRef<HTMLElement>(null);
  const show = (place: number) => {
    const picture = strip.current?.children[place];
    if (strip.current && picture instanceof HTMLElement) strip.current.scrollTo({ left: picture.offsetLeft });
  };
  const zoom = () => {
    setZoomed(current);
    openSheet("zoom");
  };
  const shown = pictures[current] ?? pictures[0];
  if (!shown)
    return (
      <div className="gallery min-w-0">
        <div className="pic main">
          <ProductPicture picture={null} alt="" sizes="" />
          <WishlistButton productId={product.id} name={product.name} page={page} />
        </div>
      </div>
    );
  if (pictures[0]) preloadPicture(pictures[0], largeSizes);
  return (
    <section className="gallery min-w-0" aria-label="Pictures">
      {pictures.length > 1 && (
        <ol className="thumbs">
          {pictures.map((picture, place) => (
            <li key={picture.key}>
              <a
                className="pic block"
                href={`#picture-${place + 1}`}
                aria-current={place === current ? "true" : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  show(place);
                }}
              >
                <CachedFragment of={picture} variant={`thumb ${place}`}>
                  <ResponsivePicture picture={picture} alt={`Picture ${place + 1}`} sizes="4.5rem" />
                </CachedFragment>
              </a>
            </li>
          ))}
        </ol>
      )}
      <div className="pic main">
        {/* A scroll container needs to be focusable for keyboard scrolling. */}
        <section
          ref={strip}
          className="strip"
          tabIndex={pictures.length > 1 ? 0 : undefined}
          aria-label="Product pictures"
          onClick={zoom}
          onKeyDown={({ key }) => {
            if (key === "Enter") zoom();
          }}
          onScroll={(event) => {
            const { scrollLeft, clientWidth } = event.currentTarget;
            setCurrent(Math.round(scrollLeft / Math.max(1, clientWidth)));
          }}
        >
          {pictures.map((picture, place) => (
            <div
              key={picture.key}
              id={`picture-${place + 1}`}
              data-colour={product.colours.findIndex(({ name }) => name === picture.colour) + 1}
            >
              <CachedFragment of={picture} variant={place === 0 ? "large, first" : "large"}>
                <ResponsivePicture
                  picture={picture}
                  alt={picture.alt}
                  sizes={largeSizes}
                  eager={place === 0}
                />
              </CachedFragment>
            </div>
          ))}
        </section>
        <SheetButton sheet="zoom" className="icon-btn zoom" label="Zoom" onOpen={() => setZoomed(current)}>
          <Icon of={ZoomIn} />
        </SheetButton>
        {pictures.length > 1 && (
          <p className="flag position num">
            <span className="sr-only">Picture </span>
            {current + 1} / {pictures.length}
          </p>
        )}
        <WishlistButton productId={product.id} name={product.name} page={page} />
      </div>
      <Sheet id="zoom" title={product.name} toRead>
        {zoomed === null ? (
          <img
            className="w-full my-4"
            loading="lazy"
            src={mediaPath(shown, 1600, "webp")}
            alt={shown.alt}
            width={shown.width}
            height={shown.height}
          />
        ) : (
          <Suspense>
            <Zoom key={zoomed} pictures={pictures} start={zoomed} />
          </Suspense>
        )}
      </Sheet>
    </section>
  );
}
