export const maxCommentLength = 2000;
export const maxNameLength = 60;

/** The votes about the size. */
export const fits = ["small", "true", "large"] as const;
export type FitVote = (typeof fits)[number];

export const fitLabels: Record<FitVote, string> = {
  small: "Runs small",
  true: "True to size",
  large: "Runs large",
};

/** A buyer's photo of what they review: width and height of the large file in pixels, and its mean colour. */
export type ReviewPhoto = { id: string; width: number; height: number; tint: string };

/** The most photos in one review. */
export const maxReviewPhotos = 3;

/** The widths in pixels of a photo's two files: in lists, and opened. */
export const photoWidths = { small: 320, large: 1600 } as const;
export type PhotoSize = keyof typeof photoWidths;

/** The path of a photo's file. */
export function reviewPhotoPath(id: string, size: PhotoSize): string {
  return `/review-photos/${id}/${size}.webp`;
}

/** The field of a review's form that removes a photo. */
export function removalField(photoId: string): string {
  return `remove-${photoId}`;
}

/** A review as typed. `displayName` null: shown as 'Anonymous User'; `fit` null: no vote about the size. */
export type ReviewInput = {
  rating: number;
  comment: string;
  displayName: string | null;
  fit: FitVote | null;
};

const reviewSorts = ["newest", "highest", "lowest"] as const;
export type ReviewSort = (typeof reviewSorts)[number];

/** The sort order in an address; newest first by default. */
export function readReviewSort(asked: string | null): ReviewSort {
  return reviewSorts.find((sort) => sort === asked) ?? "newest";
}

/** The stars in an address, 1 to 5; null for all reviews. */
export function readReviewStars(asked: string | null): number | null {
  return asked !== null && /^[1-5]$/.test(asked) ? Number(asked) : null;
}

/** Whether an address requests only reviews with photos. */
export function readWithPhotos(asked: string | null): boolean {
  return asked === "yes";
}

type Review = {
  id: string;
  rating: number;
  comment: string;
  /** ISO form. */
  createdAt: string;
  /** 'Anonymous User' unless the author chose a display name. */
  author: string;
  /** Written by a customer who received the product. */
  verified: boolean;
  /** The shop's reply, shown below it. */
  reply: string | null;
  fit: FitVote | null;
  photos: ReviewPhoto[];
  /** How many people found it helpful. */
  helpful: number;
  /** Whether the viewer voted for it, or wrote it. */
  voted: boolean;
  own: boolean;
};

export type ProductReviews = {
  reviews: Review[];
  /** All published reviews of the product, shown or not. */
  count: number;
  /** Those of them with photos. */
  withPhotos: number;
  /** Those that match the filters, shown or not. */
  left: number;
  /** To one decimal; null without a review. */
  average: number | null;
  /** From five stars to one. */
  distribution: { stars: number; count: number }[];
};
