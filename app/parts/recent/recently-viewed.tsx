import { lazy, Suspense, useEffect, useState } from "react";

const Row = lazy(() => import("./recent-row.tsx"));
/** First the page itself, with its pictures. */
const late = 1_500;

/** Products seen before, from this browser's own memory. Without scripts there is none. `current`: the product shown. */
export function RecentlyViewed({ current }: { current?: string }) {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), late);
    return () => clearTimeout(timer);
  }, []);
  return wanted ? (
    <Suspense>
      <Row key={current} current={current} />
    </Suspense>
  ) : null;
}
