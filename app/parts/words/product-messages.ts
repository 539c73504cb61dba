import type { PictureRefusal } from "../../../shop/catalogue/pictures/keep-picture.server.ts";
import type { Toast } from "../../ui/toast.tsx";

const said = (title: string, text?: string): Toast => ({ title, text });
const wrong = (title: string, text?: string): Toast => ({ title, text, tone: "wrong" });

/** What the back office says about products and stock; the titles are the specification's, section 8. */
export const productMessages = {
  productCreated: said("Product created successfully"),
  productUpdated: said("Product updated successfully"),
  productNotCreated: wrong("Failed to create product", "Please look at the marked fields."),
  productNotUpdated: wrong("Failed to update product", "Please look at the marked fields."),
  productChangedMeanwhile: wrong(
    "Failed to update product",
    "Somebody else changed this meanwhile. What you typed is still here.",
  ),
  productGone: wrong("Failed to update product", "Somebody else deleted it meanwhile."),
  productDeleted: said("Product deleted successfully"),
  productNotDeleted: wrong("Failed to delete product", "It is no longer there."),
  productHeld: wrong(
    "Failed to delete product",
    "Pieces of it are set aside for an order. Archive it, or wait until the order is settled.",
  ),
  productsNotFetched: wrong("Failed to fetch products"),
  imagesUploaded: said("Images uploaded successfully"),
  imagesNotUploaded: wrong("Failed to upload images"),
  bulkNothing: wrong(
    "Nothing was changed",
    "Choose products that would change, and write a value that fits.",
  ),
  bulkTooLate: wrong("This cannot be taken back any more"),
  stockAdjusted: said("Stock adjusted"),
  stockWrong: wrong("Stock was not adjusted", "Please write a step such as 5 or -2, and why."),
  stockChanged: wrong(
    "Stock was not adjusted",
    "It has changed since you looked. The figure is fresh now: please try again.",
  ),
  stockTooFew: wrong("Stock was not adjusted", "Orders hold more pieces than would be left."),
  stockGone: wrong("Stock was not adjusted", "This variant is no longer there."),
} as const;

/** What is wrong with an uploaded picture, after its file's name. */
export const pictureRefusals: Record<PictureRefusal, string> = {
  "picture-too-big": "larger than 8 MB.",
  "picture-too-many-pixels": "more than 40 megapixels.",
  "picture-not-supported": "not a JPEG, PNG, WebP or AVIF.",
  "picture-animated": "it moves; please use a picture that stands still.",
  "picture-broken": "damaged.",
  "no-space": "the shop's disk is nearly full; nothing more can be stored.",
};

/** After a bulk edit: how many, and the way back. */
export function bulkDone(changed: number, undo: string, action: string): Toast {
  return {
    title: changed === 1 ? "1 product changed" : `${changed} products changed`,
    undo: { label: "Undo", action, fields: { intent: "undo", token: undo } },
  };
}

/** After Undo. */
export function bulkUndone({ restored, left }: { restored: number; left: number }): Toast {
  return said(
    restored === 1 ? "1 product is as before" : `${restored} products are as before`,
    left > 0 ? `${left} stay as they are: somebody edited them since.` : undefined,
  );
}
