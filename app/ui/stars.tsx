const path = "M12 2.6l2.9 6 6.6.9-4.8 4.6 1.2 6.5L12 17.5l-5.9 3.1 1.2-6.5L2.5 9.5l6.6-.9z";

/** One filled star beside a figure. */
export function Star() {
  return (
    <svg className="star" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** Five stars, filled up to the floor of the rating (specification, section 9). */
export function Stars({ rating }: { rating: number }) {
  const filled = Math.floor(rating);
  return (
    <span className="stars" role="img" aria-label={`${rating} out of 5 stars`}>
      {[1, 2, 3, 4, 5].map((place) => (
        <svg
          key={place}
          viewBox="0 0 24 24"
          aria-hidden="true"
          className={place <= filled ? undefined : "hollow"}
        >
          <path d={path} />
        </svg>
      ))}
    </span>
  );
}
