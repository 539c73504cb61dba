import type { Toast } from "../../ui/toast.tsx";

const said = (title: string, text?: string): Toast => ({ title, text });
const wrong = (title: string, text?: string): Toast => ({ title, text, tone: "wrong" });

/** What is said about returns, exchanges and their photos. */
export const returnMessages = {
  returnRequested: said("We have received your request", "We will review it and write to you."),
  returnTooLate: wrong("It is too late to send this back", "The time to return or exchange it has passed."),
  returnNotDelivered: wrong(
    "This order has not arrived yet",
    "You can send items back once it has been delivered.",
  ),
  returnTooMany: wrong(
    "That is more than you can return",
    "Some of them have already been requested. Please see the list below.",
  ),
  returnNothingChosen: wrong("Nothing is chosen", "Please choose at least one item."),
  returnNoSuchExchange: wrong("Please choose again", "What you wanted instead is no longer available."),
  returnPriceDiffers: wrong(
    "The price of this one has changed",
    "We can only exchange items of the same price. You can return this one and order the other.",
  ),
  returnOutOfStock: wrong("Out of Stock", "What you wanted instead has just sold out."),
  returnTooManyPhotos: wrong("Too many photos", "Please choose at most four."),
  photoTooBig: wrong("A photo is too large", "Each photo may have up to 8 MB."),
  photoTooManyPixels: wrong("A photo is too large", "Each photo may have up to 40 megapixels."),
  photoNotSupported: wrong("A file is not a photo we can read", "Please use JPEG, PNG, WebP or AVIF."),
  photoAnimated: wrong("Animated pictures are not supported", "Please use still photos."),
  photosNoSpace: wrong(
    "Photos cannot be stored right now",
    "Please send your request without photos, or try again later.",
  ),
  photoBroken: wrong("A photo is damaged", "Please take it again or choose another one."),
} as const;
