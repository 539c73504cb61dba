import type { PictureRefusal } from "../../../../shop/catalogue/pictures/save-picture.server.ts";
import { plural } from "../../../../shop/money.ts";
import type { Toast } from "../../../ui/toast.tsx";
import { error, info } from "../message.ts";

/** Messages of the back office about products and stock; the titles are the specification's, section 8. */
export const productMessages = {
  productCreated: info("Product created successfully"),
  productUpdated: info("Product updated successfully"),
  draftCreated: info("Product created successfully", "It is a draft: shoppers do not see it yet."),
  draftUpdated: info("Product updated successfully", "It is a draft: shoppers do not see it yet."),
  productNotCreated: error("Failed to create product", "Please check the marked fields."),
  productNotUpdated: error("Failed to update product", "Please check the marked fields."),
  productChangedMeanwhile: error(
    "Failed to update product",
    "Somebody else has changed this in the meantime. What you typed is still here.",
  ),
  productGone: error("Failed to update product", "Somebody else has deleted it in the meantime."),
  productDeleted: info("Product deleted successfully"),
  productNotDeleted: error("Failed to delete product", "It no longer exists."),
  productHeld: error(
    "Failed to delete product",
    "Some items are reserved for an order. Archive it, or wait until the order is completed.",
  ),
  pinned: info("Pinned to the top"),
  buried: info("Buried at the end"),
  leftOut: info("Left out of this collection"),
  placementUndone: info("Position reset"),
  attributeSetSaved: info("Set of details saved"),
  attributeSetDeleted: info("Set of details deleted"),
  attributeSetGone: error("This set of details is no longer here"),
  sizeScaleSaved: info("Size scale saved"),
  sizeScaleDeleted: info("Size scale deleted"),
  sizeScaleGone: error("This size scale is no longer here"),
  sizeGuideSaved: info("Size guide saved"),
  sizeGuideDeleted: info("Size guide deleted"),
  sizeGuideGone: error("This size guide is no longer here"),
  categorySaved: info("Category saved"),
  categoriesMerged: info("Categories merged", "The old address leads to the new one."),
  categoryDeleted: info("Category deleted"),
  categoryGone: error("This category is no longer here"),
  collectionSaved: info("Collection saved"),
  listSorted: info("The order is saved"),
  collectionPictured: info("Picture saved"),
  collectionDeleted: info("Collection deleted", "Its products are still in the shop."),
  collectionsDeleted: info("Collections deleted", "Their products are still in the shop."),
  collectionsKept: error("Not all were deleted"),
  noCollectionChosen: error("Nothing was deleted", "Select the collections that should go."),
  collectionGone: error("This collection is no longer here"),
  notInCollection: error("Nothing was changed", "The product is no longer in this collection."),
  tooManyPinned: error("Nothing was pinned", "48 products are pinned already. Take some back first."),
  productsNotFetched: error("Failed to fetch products"),
  imagesUploaded: info("Images uploaded successfully"),
  imagesNotUploaded: error("Failed to upload images"),
  bulkNothing: error("Nothing was changed", "Select products that would change and enter a valid value."),
  bulkChangedMeanwhile: error(
    "Nothing was changed",
    "The prices have changed in the meantime. Please look again.",
  ),
  bulkTooLate: error("This can no longer be undone"),
  bulkUndoNotAllowed: error("Nothing was undone", "Your role cannot change prices or stock."),
  stockAdjusted: info("Stock adjusted"),
  stockChanged: error(
    "Stock was not adjusted",
    "It has changed since you opened it. The stock shown is now up to date; please try again.",
  ),
  stockGone: error("Stock was not adjusted", "This variant no longer exists."),
} as const;

/** Errors of an uploaded picture, appended to the file name. */
export const pictureRefusals: Record<PictureRefusal, string> = {
  "picture-too-big": "larger than 8 MB.",
  "picture-too-many-pixels": "more than 40 megapixels.",
  "picture-not-supported": "not a JPEG, PNG, WebP or AVIF.",
  "picture-animated": "animated; please use a still picture.",
  "picture-broken": "damaged.",
  "no-space": "the shop's disk is nearly full; no more files can be stored.",
};

/** Toast after a bulk edit: the count, with Undo. */
export function bulkEditToast(changed: number, undo: string, action: string): Toast {
  return {
    title: `${plural(changed, "product")} changed`,
    undo: { label: "Undo", action, fields: { intent: "undo", token: undo } },
  };
}

/** Toast after Undo. */
export function bulkUndoToast({ restored, left }: { restored: number; left: number }): Toast {
  return info(
    plural(restored, "product is as before", "products are as before"),
    left > 0 ? `${left} were left unchanged because somebody has edited them since.` : undefined,
  );
}
