import { BadgeCheck } from "lucide-react";
import { Form, Link } from "react-router";
import { shortDate } from "../../../shop/dates.ts";
import { fitLabels, type ProductReviews, type ReviewSort } from "../../../shop/reviews/reviews.ts";
import { ApplyForm } from "../../ui/forms/apply-form.tsx";
import { Star, Stars } from "../../ui/stars.tsx";

const sortLabels: [ReviewSort, string][] = [
  ["newest", "Newest first"],
  ["highest", "Highest rating"],
  ["lowest", "Lowest rating"],
];

export type ReviewsProps = {
  reviews: ProductReviews;
  sort: ReviewSort;
  stars: number | null;
  shown: number;
  path: string;
};

export function Reviews({ reviews, sort, stars, shown, path }: ReviewsProps) {
  const { count, average, distribution } = reviews;
  const all = reviews.reviews.length > shown;
  /** Those that the chosen stars leave. */
  const left = stars === null ? count : (distribution.find((one) => one.stars === stars)?.count ?? 0);
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
            <p className="average">
              <b>{average.toFixed(1)}</b>
              <span>
                <Stars rating={average} />
                {count === 1 ? "1 review" : `${count} reviews`}
              </span>
            </p>
            <Distribution distribution={distribution} count={count} sort={sort} chosen={stars} />
          </div>
          <div>
            {stars !== null && (
              <p className="reviews-chosen">
                {left === 1 ? "1 review" : `${left} reviews`} with {stars === 1 ? "1 star" : `${stars} stars`}
                .{" "}
                <Link className="link" to={reviewsAddress({ sort })} preventScrollReset>
                  Show all
                </Link>
              </p>
            )}
            {count > 1 && <Order sort={sort} stars={stars} path={path} all={all} />}
            <ul className="review-list">
              {reviews.reviews.map((review) => (
                <Review
                  key={review.id}
                  review={review}
                  path={path}
                  here={path + reviewsAddress({ sort, stars, all }).search}
                />
              ))}
            </ul>
            {reviews.reviews.length < left && (
              <Link
                className="btn btn-secondary btn-medium"
                to={reviewsAddress({ sort, stars, all: true })}
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
function reviewsAddress({ sort, stars, all }: { sort: ReviewSort; stars?: number | null; all?: boolean }) {
  const query = new URLSearchParams({
    ...(all && { reviews: "all" }),
    ...(stars && { stars: String(stars) }),
    ...(sort !== "newest" && { order: sort }),
  });
  return { search: query.size > 0 ? `?${query}` : "", hash: "reviews" };
}

function Distribution({
  distribution,
  count,
  sort,
  chosen,
}: {
  sort: ReviewSort;
  chosen: number | null;
  distribution: ProductReviews["distribution"];
  count: number;
}) {
  return (
    <ul className="distribution" aria-label="Ratings">
      {distribution.map(({ stars, count: some }) => (
        <li key={stars}>
          {some > 0 ? (
            <Link
              className="num"
              to={reviewsAddress({ sort, stars })}
              aria-current={stars === chosen ? "true" : undefined}
              aria-label={`${stars === 1 ? "1 star" : `${stars} stars`}: ${some}`}
              preventScrollReset
            >
              {stars} <Star />
            </Link>
          ) : (
            <span className="num">
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

function Order({ sort, stars, path, all }: Pick<ReviewsProps, "sort" | "stars" | "path"> & { all: boolean }) {
  return (
    <ApplyForm action={path} className="review-order">
      {all && <input type="hidden" name="reviews" value="all" />}
      {stars !== null && <input type="hidden" name="stars" value={stars} />}
      <select className="input" name="order" aria-label="Order of reviews" defaultValue={sort}>
        {sortLabels.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </ApplyForm>
  );
}

type ReviewProps = { review: ProductReviews["reviews"][number]; path: string; here: string };

/** How many found it helpful, and the button to say so or to take it back. */
function Helpful({ review: { id, helpful, voted, own }, path, here }: ReviewProps) {
  return (
    <Form method="post" action={`${path}/helpful`} className="review-helpful" preventScrollReset>
      <input type="hidden" name="review" value={id} />
      <input type="hidden" name="next" value={here} />
      {helpful > 0 && (
        <span className="hint">{helpful === 1 ? "1 person" : `${helpful} people`} found this helpful</span>
      )}
      {!own && (
        <button type="submit" className="link" name="intent" value={voted ? "take-back" : "helpful"}>
          {voted ? "Take back" : "Helpful"}
          <span className="sr-only">{voted ? " that this review is helpful" : ": this review"}</span>
        </button>
      )}
    </Form>
  );
}

function Review({ review, path, here }: ReviewProps) {
  return (
    <li className="review">
      <p className="who">
        <Stars rating={review.rating} />
        <span>{review.author}</span>
        {review.verified && (
          <span className="verified">
            <BadgeCheck className="icon icon-small" aria-hidden="true" />
            Verified buyer
          </span>
        )}
        <time dateTime={review.createdAt}>{shortDate(review.createdAt)}</time>
      </p>
      <p>{review.comment}</p>
      {review.fit && <p className="hint">{fitLabels[review.fit]}</p>}
      {review.reply && (
        <p className="review-reply">
          <b>The shop answers:</b> {review.reply}
        </p>
      )}
      <Helpful review={review} path={path} here={here} />
    </li>
  );
}
