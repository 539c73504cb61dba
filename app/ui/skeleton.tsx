/** Static placeholders of cards that are being loaded. */
export function CardSkeletons({ count, className = "product-grid" }: { count: number; className?: string }) {
  return (
    <div role="status" aria-label="Loading">
      <ul className={className}>
        {Array.from({ length: count }, (_, place) => `card-${place}`).map((key) => (
          <li key={key} data-testid="skeleton" aria-hidden="true">
            <div className="pic skeleton" />
            <div className="skeleton-line" />
            <div className="skeleton-line" />
            <div className="skeleton-line" />
          </li>
        ))}
      </ul>
    </div>
  );
}
