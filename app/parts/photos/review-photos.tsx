import type { ReactNode } from "react";
import { type ReviewPhoto, reviewPhotoPath } from "../../../shop/reviews/reviews.ts";

/**
 * The photos of a review; each links to its large file. `label`: their label ("Photo by Asha"). `each`: renders the
 * content below one, from its number (from 1).
 */
export function ReviewPhotos({
  photos,
  label,
  each,
}: {
  photos: ReviewPhoto[];
  label: string;
  each?: (photo: ReviewPhoto, place: number) => ReactNode;
}) {
  if (photos.length === 0) return null;
  return (
    <ul className="photos flex flex-wrap gap-2 mt-1">
      {photos.map((photo, index) => (
        <li key={photo.id}>
          <a href={reviewPhotoPath(photo.id, "large")}>
            <img
              src={reviewPhotoPath(photo.id, "small")}
              alt={photos.length > 1 ? `${label}, ${index + 1} of ${photos.length}` : label}
              width={photo.width}
              height={photo.height}
              style={{ backgroundColor: photo.tint }}
              loading="lazy"
              decoding="async"
            />
          </a>
          {each?.(photo, index + 1)}
        </li>
      ))}
    </ul>
  );
}
