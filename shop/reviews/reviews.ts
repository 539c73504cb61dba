export const maxCommentLength = 2000;
export const maxNameLength = 60;

/** What a buyer may say about the size. */
export const fits = ["small", "true", "large"] as const;
export type FitVote = (typeof fits)[number];

export const fitLabels: Record<FitVote, string> = {
  small: "Runs small",
  true: "True to size",
  large: "Runs large",
};

/** A buyer's photo of what they review: width and height of the large file in pixels, and its mean colour. */
export type ReviewPhoto = { id: string; width: number; height: number; tint: string };

/** At most so many photos in one review. */
export const maxReviewPhotos = 3;

/** Pixels of the two files of a photo: in lists, and opened. */
export const photoWidths = { small: 320, large: 1600 } as const;
export type PhotoSize = keyof typeof photoWidths;

/** The path of a photo's file. */
export function reviewPhotoPath(id: string, size: PhotoSize): string {
  return `/review-photos/${id}/${size}.webp`;
}

/** The field of a review's form that takes a photo away. */
export function removalField(photoId: string): string {
  return `remove-${photoId}`;
}

/** A review as typed. `displayName` null: shown as 'Anonymous User'; `fit` null: nothing said about the size. */
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

/** The stars that an address asks for, 1 to 5; null for all reviews. */
export function readReviewStars(asked: string | null): number | null {
  return asked !== null && /^[1-5]$/.test(asked) ? Number(asked) : null;
}

/** Whether an address asks for reviews with photos only. */
export function readWithPhotos(asked: string | null): boolean {
  return asked === "yes";
}

export type Review = {
  id: string;
  rating: number;
  comment: string;
  /** ISO form. */
  createdAt: string;
  /** 'Anonymous User' unless the writer chose a name to show. */
  author: string;
  /** Written by somebody who received the product. */
  verified: boolean;
  /** The shop's answer, shown under it. */
  reply: string | null;
  fit: FitVote | null;
  photos: ReviewPhoto[];
  /** How many people found it helpful. */
  helpful: number;
  /** Whether whoever asks is one of them, or wrote it. */
  voted: boolean;
  own: boolean;
};

export type ProductReviews = {
  reviews: Review[];
  /** All published reviews of the product, shown or not. */
  count: number;
  /** Those of them with photos. */
  withPhotos: number;
  /** Those that the filters leave, shown or not. */
  left: number;
  /** To one decimal; null without a review. */
  average: number | null;
  /** From five stars to one. */
  distribution: { stars: number; count: number }[];
};
