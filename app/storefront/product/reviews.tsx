import { BadgeCheck, Camera } from "lucide";
import { Form, Link } from "react-router";
import { shortDate } from "../../../shop/dates.ts";
import { plural } from "../../../shop/money.ts";
import { fitLabels, type ProductReviews, type ReviewSort } from "../../../shop/reviews/reviews.ts";
import { ReviewPhotos } from "../../parts/photos/review-photos.tsx";
import { ApplyForm } from "../../ui/forms/apply-form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Star, Stars } from "../../ui/stars.tsx";

const sortLabels: Record<ReviewSort, string> = {
  newest: "Newest first",
  highest: "Highest rating",
  lowest: "Lowest rating",
};

export type ReviewsProps = {
  reviews: ProductReviews;
  sort: ReviewSort;
  stars: number | null;
  withPhotos: boolean;
  shown: number;
  path: string;
};

/** The review filters of an address. */
type Asked = Pick<ReviewsProps, "sort"> & { stars?: number | null; withPhotos?: boolean; all?: boolean };

const starsOf = (stars: number) => plural(stars, "star");
const reviewsOf = (count: number) => plural(count, "review");

export function Reviews({ reviews, sort, stars, withPhotos, shown, path }: ReviewsProps) {
  const { count, average, left } = reviews;
  const asked = { sort, stars, withPhotos, all: reviews.reviews.length > shown };
  return (
    <section className="section wrap" id="reviews" aria-labelledby="reviews-title">
      <div className="section-head">
        <h2 id="reviews-title">Reviews</h2>
      </div>
      {average === null ? (
        <p className="muted">No reviews yet. We ask buyers for a review after delivery.</p>
      ) : (
        <div className="reviews">
          <div>
            <p className="average flex items-center gap-3">
              <b>{average.toFixed(1)}</b>
              <span className="grid gap-1 text-small muted">
                <Stars rating={average} />
                {reviewsOf(count)}
              </span>
            </p>
            <Distribution reviews={reviews} asked={asked} />
            <WithPhotos count={reviews.withPhotos} asked={asked} />
          </div>
          <div>
            {(stars !== null || withPhotos) && (
              <p className="mb-3">
                {reviewsOf(left)} with{" "}
                {[stars !== null && starsOf(stars), withPhotos && "photos"].filter(Boolean).join(" and ")}.{" "}
                <Link className="link" to={reviewsAddress({ sort })} preventScrollReset>
                  Show all
                </Link>
              </p>
            )}
            {count > 1 && <Order asked={asked} path={path} />}
            <ul className="rows border-t border-line">
              {reviews.reviews.map((review) => (
                <Review
                  key={review.id}
                  review={review}
                  path={path}
                  here={path + reviewsAddress(asked).search}
                />
              ))}
            </ul>
            {reviews.reviews.length < left && (
              <Link
                className="btn btn-secondary btn-medium mt-5"
                to={reviewsAddress({ ...asked, all: true })}
                preventScrollReset
              >
                View all {left} reviews
              </Link>
            )}
          </div>
        </div>
      )}
    </section>
  );
}

/** The page with these reviews, as a link relative to it. */
function reviewsAddress({ sort, stars, withPhotos, all }: Asked) {
  const query = new URLSearchParams({
    ...(all && { reviews: "all" }),
    ...(stars && { stars: String(stars) }),
    ...(withPhotos && { photos: "yes" }),
    ...(sort !== "newest" && { order: sort }),
  });
  return { search: query.size > 0 ? `?${query}` : "", hash: "reviews" };
}

/** The filter "With photos"; when active, it removes itself. */
function WithPhotos({ count, asked }: { count: number; asked: Asked }) {
  if (count === 0 && !asked.withPhotos) return null;
  return (
    <Link
      className="inline-flex items-center gap-1 min-h-tap mt-2 text-small"
      to={reviewsAddress({ ...asked, withPhotos: !asked.withPhotos, all: false })}
      aria-current={asked.withPhotos ? "true" : undefined}
      preventScrollReset
    >
      <Icon of={Camera} className="icon icon-small" />
      With photos <span className="num">({count})</span>
    </Link>
  );
}

function Distribution({
  reviews: { distribution, count },
  asked,
}: {
  reviews: Pick<ProductReviews, "distribution" | "count">;
  asked: Asked;
}) {
  return (
    <ul className="distribution mt-4 text-small" aria-label="Ratings">
      {distribution.map(({ stars, count: some }) => (
        <li key={stars}>
          {some > 0 ? (
            <Link
              className="num inline-flex items-center gap-1"
              to={reviewsAddress({ ...asked, stars, all: false })}
              aria-current={stars === asked.stars ? "true" : undefined}
              aria-label={`${starsOf(stars)}: ${some}`}
              preventScrollReset
            >
              {stars} <Star />
            </Link>
          ) : (
            <span className="num inline-flex items-center gap-1">
              {stars} <Star />
              <span className="sr-only">
                {" "}
                {stars === 1 ? "star" : "stars"}: {some}
              </span>
            </span>
          )}
          <i
            style={{ ["--p" as string]: `${Math.round((some / Math.max(1, count)) * 100)}%` }}
            aria-hidden="true"
          />
          <span className="num" aria-hidden="true">
            {some}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Order({ asked: { sort, stars, withPhotos, all }, path }: { asked: Asked; path: string }) {
  return (
    <ApplyForm action={path} className="flex gap-2 mb-4 max-w-80">
      {all && <input type="hidden" name="reviews" value="all" />}
      {stars && <input type="hidden" name="stars" value={stars} />}
      {withPhotos && <input type="hidden" name="photos" value="yes" />}
      <select className="input" name="order" aria-label="Order of reviews" defaultValue={sort}>
        {Object.entries(sortLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </ApplyForm>
  );
}

type ReviewProps = { review: ProductReviews["reviews"][number]; path: string; here: string };

/** The number of helpful votes, and the button to vote or to remove the vote. */
function Helpful({ review: { id, author, helpful, voted, own }, path, here }: ReviewProps) {
  return (
    <Form
      method="post"
      action={`${path}/helpful`}
      className="flex flex-wrap items-center gap-x-3 text-small"
      preventScrollReset
    >
      <input type="hidden" name="review" value={id} />
      <input type="hidden" name="next" value={here} />
      {helpful > 0 && <span className="hint">{plural(helpful, "person", "people")} found this helpful</span>}
      {!own && (
        <button
          type="submit"
          className="link min-h-tap"
          name="intent"
          value={voted ? "take-back" : "helpful"}
        >
          {voted ? "Take back" : "Helpful"}
          <span className="sr-only">
            {voted ? ` that the review by ${author} is helpful` : `: the review by ${author}`}
          </span>
        </button>
      )}
    </Form>
  );
}

function Review({ review, path, here }: ReviewProps) {
  return (
    <li className="review">
      <h3 className="sr-only">Review by {review.author}</h3>
      <p className="flex flex-wrap items-center gap-x-3 text-small muted">
        <Stars rating={review.rating} />
        <span>{review.author}</span>
        {review.verified && (
          <span className="inline-flex items-center gap-1 text-neem">
            <Icon of={BadgeCheck} className="icon icon-small" />
            Verified buyer
          </span>
        )}
        <time dateTime={review.createdAt}>{shortDate(review.createdAt)}</time>
      </p>
      <p>{review.comment}</p>
      <ReviewPhotos photos={review.photos} label={`Photo by ${review.author}`} />
      {review.fit && <p className="hint">{fitLabels[review.fit]}</p>}
      {review.reply && (
        <p>
          <b>The shop answers:</b> {review.reply}
        </p>
      )}
      <Helpful review={review} path={path} here={here} />
    </li>
  );
}
