import { error, info } from "./message.ts";

// About returns, exchanges and their photos.

export const returnRequested = info("We have received your request", "We will review it and write to you.");
export const returnWithdrawn = info("Your request is withdrawn", "Please keep the item.");
export const returnOnItsWay = info("Thank you", "It arrives in a few days, and then we check it.");
export const returnNoLongerOpen = error(
  "This request cannot be changed any more",
  "It has been decided in the meantime. Please see below what comes next.",
);
export const returnNotFound = error("This request was not found", "Please reload the page and try again.");
export const returnTooLate = error(
  "It is too late to send this back",
  "The time to return or exchange it has passed.",
);
export const noReturns = error(
  "We take nothing back that is as ordered",
  "Please write to us if an item is damaged or another one.",
);
export const returnNotDelivered = error(
  "This order has not arrived yet",
  "You can send items back once it has been delivered.",
);
export const returnTooMany = error(
  "That is more than you can return",
  "Some of them have already been requested. Please see the list below.",
);
export const returnNothingChosen = error("Nothing is chosen", "Please choose at least one item.");
export const returnNoSuchExchange = error(
  "Please choose again",
  "What you wanted instead is no longer available.",
);
export const returnPriceDiffers = error(
  "The price of this one has changed",
  "We can only exchange items of the same price. You can return this one and order the other.",
);
export const returnOutOfStock = error("Out of Stock", "What you wanted instead has just sold out.");
export const returnTooManyPhotos = error("Too many photos", "Please choose at most four.");
export const photoTooBig = error("A photo is too large", "Each photo may have up to 8 MB.");
export const photoTooManyPixels = error("A photo is too large", "Each photo may have up to 40 megapixels.");
export const photoNotSupported = error(
  "A file is not a photo we can read",
  "Please use JPEG, PNG, WebP or AVIF.",
);
export const photoAnimated = error("Animated pictures are not supported", "Please use still photos.");
export const photosNoSpace = error(
  "Photos cannot be stored right now",
  "Please send this without photos, or try again later.",
);
export const photoBroken = error("A photo is damaged", "Please take it again or choose another one.");
