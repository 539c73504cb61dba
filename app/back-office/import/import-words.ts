import { type ImportMessage, importMessage, type StoredImportMessage } from "../../../shop/import/draft.ts";
import { pictureRefusals } from "../../parts/messages/office/product-messages.ts";

type WithParameters = Extract<
  ImportMessage,
  { longest: number } | { columns: string[] } | { name: string } | { sku: string } | { names: string[] }
>;

/** The texts of an import's messages. Another language is another such file. */
const words: Record<Exclude<ImportMessage["code"], WithParameters["code"]>, string> = {
  "not-allowed": "This is missing, too long, or not one of the allowed values.",
  "variant-twice": "This size and colour appear twice.",
  "too-many-variants": "A product has at most 200 variants. Please make two products of it.",
  "too-many-with-stored": "it would have more than 200 variants, with those that it has",
  "no-colour-code": "A code such as #1d2a4d.",
  "sku-twice": "An earlier row already has this SKU. Capital and small letters count as the same.",
  "no-kind": "There is no set of details of this name. Choose one below.",
  "no-collection": "There is no such collection, so the product is not added to it.",
  "no-status": "This status is not known, so the product comes in as a draft.",
  "no-amount": "Enter an amount in rupees above 0.",
  "decimal-comma": "Paise come after a point: 1299.50, not 1299,50.",
  "stock-below-zero": "The stock is below 0, so it comes in as 0.",
  "no-whole-number": "Enter a whole number.",
  "no-hsn-code": "4 to 8 digits.",
  "no-details": "This is not a JSON object like the one in an export.",
  "no-detail": "The set of details of its category does not allow this value.",
  "no-measures":
    "Measures are centimetres with their names, such as “chest 52; length 70.5; shoulder 45; waist 40; hip 54; sleeve 22; inseam 76; foot-length 27”.",
  "too-many-tags": "Up to 50 tags of 60 characters each are kept; the rest are left out.",
  "third-option":
    "A product can have a size and a colour, so this option is added to the size, as in “M / Slim”.",
  "option-too-long": "A size can have 20 characters and a colour 60, so this variant is left out.",
  "colour-unknown": "This colour has no known code, so it shows as grey until you choose one.",
  "sale-with-dates":
    "This sale begins or ends on a date, so the regular price comes in. Make an offer with these dates instead.",
  "too-many-pictures": "At most 30 pictures: the others are left out.",
  "too-many-rows": "At most 2,00,000 rows. Please split the file.",
  "cell-too-long": "A cell holds more than 1,00,000 characters.",
  "handle-unusable": "It has no letter or digit that can be used in a web address.",
  empty: "This is empty.",
  "heading-twice": "Two columns have this heading. Please remove or rename one of them.",
  "scientific-number":
    "A spreadsheet has shortened this number and lost its digits. Format the column as text and enter it again.",
  "columns-for-new": "it is new, and the file has no name or no price for it",
  "prices-not-allowed":
    "your role cannot change prices: leave out the columns of prices and costs, or ask somebody who may",
  "stock-not-allowed": "your role cannot change stock: leave out the column Stock, or ask somebody who may",
  "variant-unclear":
    "the file does not say which of its sizes and colours is meant: add their SKU, or both columns",
  "slug-twice": "Another product in this file has the same web address.",
  "slug-changed": "Web addresses use Latin letters, digits and single hyphens, so it was changed.",
  "endless-row": "This row never ends: a quotation mark is not closed.",
  "quotation-mark":
    "A quotation mark in this line of the file is not closed, or is in the wrong place. Nothing of the file is imported.",
  "not-utf-8": "The file is not in UTF-8. Please save it as CSV UTF-8.",
  "pictures-absent":
    "These pictures are not in the ZIP. A new product without any picture comes in as a draft and says so; other products keep the pictures they have.",
  "sku-of-another": "Another product or variant in the shop already has this SKU.",
  "stock-reserved": "Orders have reserved more items than this stock.",
  "reserved-above-stock": "orders hold more than its stock",
  "exists-already": "exists already",
  "does-not-exist": "does not exist",
};

/** Why a file of the ZIP was skipped. */
export const skippedFileLabels: Record<string, string> = {
  ...pictureRefusals,
  "no-picture-name": "its name does not end in .jpg, .png, .webp or .avif.",
  encrypted: "it is locked with a password.",
};

/** Why a picture was not fetched from its address. */
export const fetchRefusalLabels: Record<string, string> = {
  ...pictureRefusals,
  "not-public": "only https addresses on the public internet are fetched.",
  "too-large": "it is larger than 8 MB.",
  "too-slow": "it did not come within ten seconds.",
  "not-there": "there is no picture at this address any more.",
  unreachable: "the address could not be reached.",
};

/** The text of a message. A text of an older version is shown as it is, an unknown code by its name. */
export function importWords(message: StoredImportMessage): string {
  if (typeof message === "string") return message;
  return isKnown(message) ? known(message) : message.code.replaceAll("-", " ");
}

function known(message: ImportMessage): string {
  switch (message.code) {
    case "too-long":
      return `Longer than ${message.longest} characters: the rest is left out.`;
    case "columns-missing":
      return `These columns are missing: ${message.columns.join(", ")}. The template names all of them.`;
    case "picture-not-kept":
      return `The picture "${message.name}" was not kept: ${skippedFileLabels[message.why] ?? message.why}`;
    case "sku-taken":
      return `the SKU ${message.sku} belongs to another variant`;
    case "below-reserved":
      return `orders hold ${message.reserved} of ${message.sku}`;
    case "pictures-missing":
      return missingPictures(message);
    default:
      return words[message.code];
  }
}

function missingPictures({ names, more, draft }: Extract<ImportMessage, { names: string[] }>): string {
  const which = names.length + more === 1 ? "its picture" : "the pictures";
  const without = `without ${which} ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return draft ? `a draft ${without}` : without;
}

function isKnown(message: Exclude<StoredImportMessage, string>): message is ImportMessage {
  return importMessage.safeParse(message).success;
}
