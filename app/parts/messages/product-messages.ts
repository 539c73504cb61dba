import type { PictureRefusal } from "../../../shop/catalogue/pictures/save-picture.server.ts";
import type { Toast } from "../../ui/toast.tsx";

const said = (title: string, text?: string): Toast => ({ title, text });
const wrong = (title: string, text?: string): Toast => ({ title, text, tone: "wrong" });

/** What the back office says about products and stock; the titles are the specification's, section 8. */
export const productMessages = {
  productCreated: said("Product created successfully"),
  productUpdated: said("Product updated successfully"),
  productNotCreated: wrong("Failed to create product", "Please check the marked fields."),
  productNotUpdated: wrong("Failed to update product", "Please check the marked fields."),
  productChangedMeanwhile: wrong(
    "Failed to update product",
    "Somebody else has changed this in the meantime. What you typed is still here.",
  ),
  productGone: wrong("Failed to update product", "Somebody else has deleted it in the meantime."),
  productDeleted: said("Product deleted successfully"),
  productNotDeleted: wrong("Failed to delete product", "It no longer exists."),
  productHeld: wrong(
    "Failed to delete product",
    "Some pieces are reserved for an order. Archive it, or wait until the order is completed.",
  ),
  productsNotFetched: wrong("Failed to fetch products"),
  imagesUploaded: said("Images uploaded successfully"),
  imagesNotUploaded: wrong("Failed to upload images"),
  bulkNothing: wrong("Nothing was changed", "Select products that would change and enter a valid value."),
  bulkTooLate: wrong("This can no longer be undone"),
  stockAdjusted: said("Stock adjusted"),
  stockWrong: wrong("Stock was not adjusted", "Please enter a change such as 5 or -2, and the reason."),
  stockChanged: wrong(
    "Stock was not adjusted",
    "It has changed since you opened it. The figure is now up to date; please try again.",
  ),
  stockTooFew: wrong("Stock was not adjusted", "More pieces are reserved for orders than would be left."),
  stockGone: wrong("Stock was not adjusted", "This variant no longer exists."),
} as const;

/** What is wrong with an uploaded picture, after its file's name. */
export const pictureRefusals: Record<PictureRefusal, string> = {
  "picture-too-big": "larger than 8 MB.",
  "picture-too-many-pixels": "more than 40 megapixels.",
  "picture-not-supported": "not a JPEG, PNG, WebP or AVIF.",
  "picture-animated": "animated; please use a still picture.",
  "picture-broken": "damaged.",
  "no-space": "the shop's disk is nearly full; no more files can be stored.",
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
    left > 0 ? `${left} were left unchanged because somebody has edited them since.` : undefined,
  );
}
